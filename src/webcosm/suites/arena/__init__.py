"""Suite `arena`: tasks on self-hosted sites, judged by what became of the world. One package per site, and `across`."""
