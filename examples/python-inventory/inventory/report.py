"""The list that the shop prints on Mondays."""


def total_value(store):
    """Worth of everything on hand, as text with two decimals."""
    return "%.2f" % sum(float(a.price) * a.on_hand for a in store.articles.values())


def render(stock):
    lines = [f"{'sku':<10} {'name':<20} {'on hand':>8} {'free':>6}"]
    for article in sorted(stock.store.articles.values(), key=lambda a: a.sku):
        free = stock.available(article.sku)
        lines.append(f"{article.sku:<10} {article.name:<20} {article.on_hand:>8} {free:>6}")
    lines.append(f"total value: {total_value(stock.store)}")
    return "\n".join(lines)
