// What the page reckons; knows nothing of the page.

/** The cards in an order: entered, hours or title. The list that is given stays as it is. */
export function sorted(cards, order) {
  return order === 'entered' ? [...cards] : [...cards].sort((a, b) => String(a[order]).localeCompare(String(b[order])));
}

/** Hours of the cards that are open. */
export function left(cards) {
  return cards.filter(card => !card.done).reduce((sum, card) => sum + card.hours, 0);
}
