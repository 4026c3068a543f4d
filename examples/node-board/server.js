// The server: node server.js [PORT]. It waits where another program has the port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const PORT = Number(process.argv[2] ?? 27431);
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript' };
const here = name => new URL(name, import.meta.url);
const fresh = () => JSON.parse(readFileSync(here('cards.json'), 'utf8'));

let cards = fresh();

function file(name) {
  const text = readFileSync(here(`public/${name}`), 'utf8');
  return text.replace('{{cards}}', () => JSON.stringify(cards).replaceAll('<', '\\u003c'));
}

function answer(request, response) {
  const toggled = /^\/cards\/([0-9]+)\/(done|open)$/.exec(request.url);
  const card = toggled && cards.find(each => each.id === Number(toggled[1]));
  const name = request.url === '/' ? 'index.html' : /^\/([a-z]+\.js)$/.exec(request.url)?.[1];
  if (request.method === 'POST' && card) {
    card.done = toggled[2] === 'done';
    console.log(`${toggled[2]}: ${card.title}`);
    response.writeHead(204).end();
  } else if (request.method === 'GET' && name) {
    try {
      const text = file(name);
      response.writeHead(200, { 'Content-Type': TYPES[name.split('.')[1]], 'Cache-Control': 'no-store' }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  } else {
    response.writeHead(404).end();
  }
}

const server = createServer(answer);
const listen = () => server.listen(PORT, '127.0.0.1');
let told = false;
server.on('listening', () => console.log(`listening on port ${PORT}`));
server.on('error', error => {
  if (error.code !== 'EADDRINUSE') {
    throw error;
  }
  if (!told) {
    console.log(`port ${PORT} is taken: waiting until it is free`);
    told = true;
  }
  setTimeout(listen, 300);
});
listen();

createInterface({ input: process.stdin }).on('line', line => {
  if (line === 'reset') {
    cards = fresh();
    console.log('the cards are as they were at the beginning');
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => process.exit(0));
}
