"""Letters in; mails queued in the event's transaction, and sent, out. Next: a player's mailbox."""
