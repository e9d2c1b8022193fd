"""Charts: one file each. A chart names the columns it NEEDS, writes its caption and draws; all
numbers are computed elsewhere."""
