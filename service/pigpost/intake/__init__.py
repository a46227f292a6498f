"""A raw mail in; events and one answer out, in one transaction. Next: `orders`, then `events`.

Read `receive`: its steps are the way of every mail.
"""
