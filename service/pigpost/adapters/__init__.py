"""The outside world behind `ports`: one library each. In: the settings' values. Out: ports fulfilled.

Nothing below imports an adapter; they meet the use cases in `bootstrap`.
"""
