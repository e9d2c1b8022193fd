"""The numbers of the charts of soket and sekans: one file a chart, each a function `frame` from the
log of a run to a tidy frame in which every estimate stands with its n and interval."""
