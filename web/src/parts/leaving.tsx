// Whoever leaves what is not saved is asked first, whichever way they leave.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface Guarded {
  unsaved: () => boolean;
  /** Where it is shown. */
  address: string;
}

let guarded: Guarded | null = null;
const asked = signal<(() => void) | null>(null);

const unsaved = () => guarded?.unsaved() === true;

/** Holds while the component is there. */
export function useGuard(unsaved: () => boolean, address: string) {
  useEffect(() => {
    const own = { unsaved, address };
    guarded = own;
    return () => {
      if (guarded === own) guarded = null;
    };
  }, [unsaved, address]);
}

/** Does it, once nothing is lost by it. */
export function leave(then: () => void) {
  if (unsaved()) asked.value = then;
  else then();
}

function click(event: MouseEvent) {
  if (!unsaved() || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest?.('a');
  if (!link?.href || link.target === '_blank' || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leave(() => link.click());
}

/** The browser has gone already: it is brought back until it is clear what is wanted. */
function back(event: PopStateEvent) {
  if (!guarded || !unsaved()) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', guarded.address);
  leave(() => history.back());
}

// Before the router's own, which listens when the app is there.
addEventListener('click', click, true);
addEventListener('popstate', back, true);
addEventListener('beforeunload', event => {
  if (unsaved()) event.preventDefault();
});

export function Leaving() {
  const then = asked.value;
  const stay = () => {
    asked.value = null;
  };
  return (
    <Dialog title="Leave without saving?" open={then !== null} close={stay}>
      <p>What you have changed here is not saved.</p>
      <p class="actions">
        <button type="button" onClick={stay}>
          Stay
        </button>
        <button
          type="button"
          class="second bad"
          onClick={() => {
            stay();
            guarded = null;
            then?.();
          }}
        >
          Leave without saving
        </button>
      </p>
    </Dialog>
  );
}
