"""The command line: words in, one use case called, text or JSON out."""
