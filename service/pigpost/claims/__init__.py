"""In: a protest, or what somebody who may do so has decided. Out: claims and rulings in the log, mails."""
