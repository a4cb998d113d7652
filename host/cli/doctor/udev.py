"""The udev rule that gives the person at the computer a board's port, and keeps ModemManager away from it."""

from __future__ import annotations

from pathlib import Path

RULE_FILE = "/etc/udev/rules.d/60-deadfall-{vendor:04x}.rules"  # one for each vendor: none replaces another
FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
PICO = 0x2E8A


def rule(vendor: int = PICO) -> str:
    """Return the rule for boards of a USB vendor.

    >>> rule()
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0660", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"'
    """
    return (
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", MODE="0660", TAG+="uaccess", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"'
    )


def install_commands(vendor: int = PICO) -> tuple[str, ...]:
    """Return the commands that install the rule and put it in force."""
    return (
        f"echo '{rule(vendor)}' | sudo tee {RULE_FILE.format(vendor=vendor)}",
        "sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=tty",
    )


def tells_modem_manager(vendor: int = PICO, folders: tuple[str, ...] = FOLDERS) -> bool:
    """Whether some rule already has ModemManager ignore boards of this vendor."""
    for folder in folders:
        for file in sorted(Path(folder).glob("*.rules")):
            if _ignores(file, f"{vendor:04x}"):
                return True
    return False


def _ignores(file: Path, vendor: str) -> bool:
    try:
        lines = file.read_text(errors="replace").splitlines()
    except OSError:
        return False
    return any("ID_MM_DEVICE_IGNORE" in line and vendor in line.lower() for line in lines if not line.startswith("#"))
