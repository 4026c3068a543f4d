// The page: shows the cards and ticks them off.
import { left, sorted } from './cards.js';

const cards = JSON.parse(document.querySelector('#data').textContent);
const order = document.querySelector('#order');

function row(card, index) {
  const item = document.createElement('li');
  item.className = card.done ? 'done' : 'open';
  const title = document.createElement('span');
  title.className = 'title';
  title.textContent = `${card.title}, ${card.hours} h: ${card.done ? 'done' : 'open'} `;
  const button = document.createElement('button');
  button.textContent = card.done ? 'Open again' : 'Done';
  button.setAttribute('aria-label', `${button.textContent}: ${card.title}`);
  button.addEventListener('click', () => toggle(cards[index]));
  item.append(title, button);
  return item;
}

function toggle(card) {
  card.done = !card.done;
  show();
  fetch(`/cards/${card.id}/${card.done ? 'done' : 'open'}`, { method: 'POST' });
}

function show() {
  document.querySelector('#cards').replaceChildren(...sorted(cards, order.value).map(row));
  document.querySelector('#left').textContent = `${left(cards)} h left`;
}

order.addEventListener('change', show);
show();
