import { render } from 'preact';
import { App } from './app.tsx';
import { listen } from './push/browser.ts';

const place = document.getElementById('app');
if (place) render(<App />, place);
listen();
