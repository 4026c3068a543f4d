"""What is there, what is promised, what leaves."""

import uuid

from inventory.model import Article, InventoryError, Reservation

HOLD_SECONDS = 15 * 60


class Stock:
    def __init__(self, store, clock):
        """`clock` returns the seconds since the epoch."""
        self.store = store
        self.clock = clock

    def add(self, sku, name, price, pieces):
        if pieces < 0:
            raise InventoryError("pieces must not be negative")
        known = self.store.articles.get(sku)
        on_hand = known.on_hand if known else 0
        self.store.articles[sku] = Article(sku, name, price, on_hand + pieces)

    def available(self, sku):
        """Pieces that can still be promised to somebody."""
        reserved = sum(r.quantity for r in self.store.reservations.values() if r.sku == sku)
        return self._article(sku).on_hand - reserved

    def reserve(self, sku, quantity):
        article = self._article(sku)
        if quantity < 1:
            raise InventoryError("quantity must be at least 1")
        if article.on_hand < quantity:
            raise InventoryError(f"only {article.on_hand} of {sku} left")
        reservation = Reservation(uuid.uuid4().hex, sku, quantity, self.clock() + HOLD_SECONDS)
        self.store.reservations[reservation.id] = reservation
        return reservation

    def ship(self, reservation_id):
        reservation = self.store.reservations.pop(reservation_id, None)
        if reservation is None:
            raise InventoryError(f"no such reservation: {reservation_id}")
        self._article(reservation.sku).on_hand -= reservation.quantity

    def cancel(self, reservation_id):
        if self.store.reservations.pop(reservation_id, None) is None:
            raise InventoryError(f"no such reservation: {reservation_id}")

    def _article(self, sku):
        if sku not in self.store.articles:
            raise InventoryError(f"no such article: {sku}")
        return self.store.articles[sku]
