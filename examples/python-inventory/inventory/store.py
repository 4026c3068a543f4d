"""Keeps the shop in one JSON file, replaced as a whole so that a crash leaves the old one."""

import json
import os
import tempfile
from dataclasses import asdict

from inventory.model import Article, Reservation


class Store:
    def __init__(self, path):
        self.path = path
        self.articles = {}
        self.reservations = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
            self.articles = {a["sku"]: Article(**a) for a in data["articles"]}
            self.reservations = {r["id"]: Reservation(**r) for r in data["reservations"]}

    def save(self):
        data = {
            "articles": [asdict(a) for a in self.articles.values()],
            "reservations": [asdict(r) for r in self.reservations.values()],
        }
        directory = os.path.dirname(os.path.abspath(self.path))
        handle, temporary = tempfile.mkstemp(dir=directory, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2)
        os.replace(temporary, self.path)
