"""What the forum begins with: people, forums, threads and all that grew around them."""
