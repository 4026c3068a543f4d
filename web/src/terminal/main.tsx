import { render } from 'preact';
import { TerminalPage } from './page.tsx';

const place = document.getElementById('app');
if (place) render(<TerminalPage />, place);
