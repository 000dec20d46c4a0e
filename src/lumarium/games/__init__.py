"""The games, one folder each. Nothing here names them: the registry looks at the folders."""
