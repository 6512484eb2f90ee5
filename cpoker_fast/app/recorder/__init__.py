"""What `cpoker record` runs: deals whose cards people enter at the table, in a file of deals."""
