"""What people see: columns that fit a terminal, words of messages, cards in colour, pictures, charts and progress bars."""
