import { signal } from '@preact/signals';
import { offered } from '../keys.ts';
import { prefer, shortcuts } from '../store/preferences.ts';
import { Dialog } from './dialog.tsx';
import { complain } from './status.tsx';

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
        {offered.value
          .filter(key => key.keys)
          .map(key => (
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
          onChange={event => prefer({ shortcuts: event.currentTarget.checked }).catch(complain)}
        />
        Keys of one letter do something
      </label>
    </Dialog>
  );
}
