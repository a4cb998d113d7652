"""The simulated hardware, driven through the same pins and buses as the real one."""
