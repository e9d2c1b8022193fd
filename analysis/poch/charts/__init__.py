"""Charts of soket and sekans: one file a chart, with what it needs, says and draws."""
