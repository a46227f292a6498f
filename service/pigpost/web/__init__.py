"""A request in; what the log says, as a page or as JSON, out. Nothing here changes anything."""
