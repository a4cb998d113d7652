"""``python -m host.cli``: the command line where the script is not installed."""

import sys

from host.cli.main import main

sys.exit(main())
