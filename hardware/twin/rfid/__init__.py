"""Readers and tags at 13.56 MHz, modelled from their datasheets down to the bits on the bus and in the air.

All times are virtual microseconds, handed in by the caller and never going back. A reader (`reader.Reader`) is reached
through `select`, `exchange`, `irq` and `reset`; it works on a `field.Field`, in which tags are put and from which
they are taken. `hc595.ReaderBus` joins all readers of a table to SPI1: give it the latch line, the bytes of SPI1 and
the reset line, hand `irq_levels` to the 74HC165 chain, and tell coils that lie side by side of each other with
`Field.stand_by`. A transaction takes no time by itself; whoever counts it adds `hc595.BYTE_US` a byte.

| time or chance | value | from |
|---|---|---|
| `tag.GUARD_US`: field on until a tag hears | 5 ms | ISO/IEC 14443-3, 5.1 |
| `tag.RESET_US`: field off until a tag forgets | 5.1 ms | NFC Forum Digital, t FIELD_OFF |
| `air.BIT`, `air.FDT_US` | 9.44 µs, 87 µs | ISO/IEC 14443-2 and -3 |
| `air.PAUSE_US` between two frames of a PN532 | 189 µs | proxmark3 issue 1411, a trace |
| WUPA and ATQA; one cascade level, anticollision and select | 0.34 ms; 2.0 ms | from these |
| `ntag21x.WRITE_US`: one page | 4.1 ms | NTAG21x, 10.4 |
| `hc595.BYTE_US` | 8 µs | SPI at 1 MHz |
| `pn532.WAKE_US` | 2 ms | PN532/C1 data sheet |
| `pn532.ACK_US`, `pn532_commands.COMMAND_US` | 0.3 ms, 0.5 ms | estimates |
| `initiator.ANSWER_US`, `initiator.ATTEMPT_US` | 1 ms, 1 ms | estimates |
| `field.ECHO`, `field.STACK` | 0.001, 2 cards | miguelbalboa/rfid issue 589, core-electronics forum 22839 |
| `field.HAND`, `field.DARK_US` | 0.05, 20 ms | estimates |
"""
