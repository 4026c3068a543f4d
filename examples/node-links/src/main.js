import { broken } from './links.js';

const root = process.argv[2];
if (!root) {
  console.error('usage: node src/main.js <directory>');
  process.exit(2);
}
const found = broken(root);
for (const { page, link } of found) console.log(`${page}: ${link}`);
process.exit(found.length === 0 ? 0 : 1);
