"""Readers and tags at 13.56 MHz, modelled from their datasheets down to the bits on the bus and in the air.

All times are virtual microseconds, handed in by the caller and never going back. A reader (`reader.Reader`) is reached
through `select`, `exchange`, `irq` and `reset`; it works on a `field.Field`, in which tags are put and from which
they are taken. `hc595.ReaderBus` joins all readers of a table to SPI1.
"""
