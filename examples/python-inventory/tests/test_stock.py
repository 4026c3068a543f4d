import unittest

from inventory.model import InventoryError
from inventory.stock import HOLD_SECONDS, Stock
from inventory.store import Store


class StockTest(unittest.TestCase):
    def setUp(self):
        self.now = 1_000_000.0
        self.stock = Stock(Store("/nonexistent/stock.json"), lambda: self.now)
        self.stock.add("LAMP", "Desk lamp", "12.50", 1)
        self.stock.add("CHAIR", "Chair", "80.00", 4)

    def test_adding_again_raises_the_number(self):
        self.stock.add("LAMP", "Desk lamp", "12.50", 2)
        self.assertEqual(3, self.stock.available("LAMP"))

    def test_a_reservation_lowers_what_is_available(self):
        self.stock.reserve("CHAIR", 3)
        self.assertEqual(1, self.stock.available("CHAIR"))

    def test_the_last_piece_cannot_be_promised_twice(self):
        self.stock.reserve("LAMP", 1)
        with self.assertRaisesRegex(InventoryError, "only 0 of LAMP left"):
            self.stock.reserve("LAMP", 1)

    def test_an_expired_reservation_frees_its_pieces(self):
        self.stock.reserve("LAMP", 1)
        self.now += HOLD_SECONDS
        self.assertEqual(1, self.stock.available("LAMP"))

    def test_a_reservation_holds_until_its_last_second(self):
        self.stock.reserve("LAMP", 1)
        self.now += HOLD_SECONDS - 1
        self.assertEqual(0, self.stock.available("LAMP"))

    def test_shipping_takes_the_pieces(self):
        reservation = self.stock.reserve("CHAIR", 3)
        self.stock.ship(reservation.id)
        self.assertEqual(1, self.stock.available("CHAIR"))
        with self.assertRaises(InventoryError):
            self.stock.ship(reservation.id)

    def test_cancelling_frees_the_pieces(self):
        reservation = self.stock.reserve("LAMP", 1)
        self.stock.cancel(reservation.id)
        self.assertEqual(1, self.stock.available("LAMP"))

    def test_an_unknown_article_is_an_error(self):
        with self.assertRaises(InventoryError):
            self.stock.reserve("SOFA", 1)


if __name__ == "__main__":
    unittest.main()
