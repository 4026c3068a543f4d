// Shows a desktop in an element, by noVNC.
import RFB from '@novnc/novnc';
import type { Shown } from './desktop.ts';

/** Pixels; a machine can claim any size, and each takes memory of the browser. */
const MOST = 4096 * 4096;

class Screen extends RFB {
  override _resize(width: number, height: number) {
    if (width * height > MOST) this.disconnect();
    else super._resize(width, height);
  }
}

interface Options {
  control: boolean;
  /** The picture is there. */
  ready: () => void;
  /** Where the focus goes by Shift Escape. */
  leave: () => void;
}

export function show(place: HTMLElement, socket: WebSocket, { control, ready, leave }: Options): Shown {
  const screen = new Screen(place, socket, { shared: true });
  screen.viewOnly = !control;
  screen.scaleViewport = true;
  screen.background = 'transparent';
  screen.addEventListener('connect', () => {
    ready();
    if (control) screen.focus({ preventScroll: true });
  });
  let over = false;
  screen.addEventListener('disconnect', () => {
    over = true;
  });
  screen.addEventListener('credentialsrequired', () => screen.disconnect()); // no display of ours asks for them
  const canvas = place.querySelector('canvas');
  if (canvas) {
    canvas.style.margin = '0 auto auto'; // at the top, also of a tall page
    canvas.role = control ? 'application' : 'img';
    canvas.ariaLabel = control ? 'Desktop: keys go there, Shift Escape leaves it' : 'Desktop';
    if (control) canvas.tabIndex = 0;
  }
  // Tab belongs to the desktop, so there is another key out of it.
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    dispatchEvent(new Event('blur')); // no key stays down there
    leave();
  };
  if (control) place.addEventListener('keydown', keys, true);
  return {
    close: () => {
      place.removeEventListener('keydown', keys, true);
      if (!over) screen.disconnect();
    },
  };
}
