"""What the code host knows: who may do what, and what follows from what is done."""
