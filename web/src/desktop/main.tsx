import { render } from 'preact';
import { DesktopPage } from './page.tsx';

const place = document.getElementById('app');
if (place) render(<DesktopPage />, place);
