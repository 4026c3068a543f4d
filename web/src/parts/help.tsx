import { signal } from '@preact/signals';
import { offered, shortcuts, switchShortcuts } from '../keys.ts';
import { Dialog } from './dialog.tsx';

const open = signal(false);

export function showHelp() {
  open.value = true;
}

/** The keys of the page in view. */
export function Help() {
  return (
    <Dialog
      title="Keys"
      open={open.value}
      close={() => {
        open.value = false;
      }}
    >
      <dl class="keys">
        {offered.value.map(key => (
          <div key={key.keys}>
            <dt>
              <kbd>{key.keys}</kbd>
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={shortcuts.value}
          onChange={event => switchShortcuts(event.currentTarget.checked)}
        />
        Keys of one letter do something
      </label>
    </Dialog>
  );
}
