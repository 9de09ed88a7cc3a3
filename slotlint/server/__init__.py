"""A language server: diagnostics, fixes and verdicts in editors, on standard input and output.

The whole program is judged in a process of its own (``worker``), which keeps what it read (``warm``). The server itself
(``app``) holds its last answer and the open documents (``project``): it answers at once, also while the program is
read for the first time, and carries findings over to text that was not judged yet (``carry``, ``nearby``).
"""
