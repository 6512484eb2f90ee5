"""Text for people: columns that fit a terminal, the wording of messages, cards in colour, and progress bars."""
