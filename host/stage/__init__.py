"""How each game shows itself on a table: play → scene, signatures and lights."""
