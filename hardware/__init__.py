"""The thing itself: profiles, circuits, parts and the twin that simulates them."""
