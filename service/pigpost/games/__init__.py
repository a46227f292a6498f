"""The rules: settings, scores, conditions and throws in; the record of a round out. Next: `orders`."""
