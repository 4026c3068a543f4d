"""The words of the shop."""

from dataclasses import dataclass


class InventoryError(Exception):
    """Something the shop cannot do; the message is for people."""


@dataclass
class Article:
    sku: str
    name: str
    price: str  # decimal text, as "12.50"
    on_hand: int


@dataclass
class Reservation:
    id: str
    sku: str
    quantity: int
    expires_at: float  # seconds since the epoch
