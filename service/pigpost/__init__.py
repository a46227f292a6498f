"""Pigpost: a judge for play-by-email games of the Pig family. Start reading at `intake.receive`."""
