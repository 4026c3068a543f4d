"""python3 -m inventory FILE COMMAND ..."""

import argparse
import sys
import time

from inventory import report
from inventory.model import InventoryError
from inventory.stock import Stock
from inventory.store import Store


def main(arguments, clock=time.time):
    options = _parser().parse_args(arguments)
    stock = Stock(Store(options.file), clock)
    try:
        if options.command == "add":
            stock.add(options.sku, options.name, options.price, options.pieces)
        elif options.command == "reserve":
            print(stock.reserve(options.sku, options.quantity).id)
        elif options.command == "ship":
            stock.ship(options.reservation)
        elif options.command == "report":
            print(report.render(stock))
    except InventoryError as error:
        print(f"inventory: {error}", file=sys.stderr)
        return 1
    stock.store.save()
    return 0


def _parser():
    parser = argparse.ArgumentParser(prog="inventory")
    parser.add_argument("file")
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add")
    add.add_argument("sku")
    add.add_argument("name")
    add.add_argument("price")
    add.add_argument("pieces", type=int)
    reserve = commands.add_parser("reserve")
    reserve.add_argument("sku")
    reserve.add_argument("quantity", type=int)
    commands.add_parser("ship").add_argument("reservation")
    commands.add_parser("report")
    return parser
