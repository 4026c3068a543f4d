// What whoever is signed in wants of this page.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { boot } from '../boot.ts';
import { shortcuts, switchShortcuts } from '../keys.ts';
import { setTitle } from '../parts/title.ts';
import { KINDS, type Kind, want, wanted } from '../store/preferences.ts';

const there = typeof Notification !== 'undefined';

export function MeScreen() {
  useEffect(() => setTitle('You'), []);
  return (
    <div class="me">
      <h1>You</h1>
      <p class="hint">Signed in as {boot.name}. What is set here holds in this browser.</p>
      <section aria-labelledby="me-notify">
        <h2 id="me-notify">Notifications</h2>
        <Notifications />
      </section>
      <section aria-labelledby="me-keys">
        <h2 id="me-keys">Keys</h2>
        <label class="switch">
          <input
            type="checkbox"
            checked={shortcuts.value}
            onChange={event => switchShortcuts(event.currentTarget.checked)}
          />
          <span>
            Keys of one letter do something; <kbd>?</kbd> lists them
          </span>
        </label>
      </section>
    </div>
  );
}

function Notifications() {
  const permission = useSignal(there ? Notification.permission : 'denied');
  if (permission.value === 'default') {
    return (
      <>
        <p>The desktop can tell you when a session asks you something, while a tab of this page is open.</p>
        <button
          type="button"
          onClick={async () => {
            permission.value = await Notification.requestPermission();
          }}
        >
          Allow notifications
        </button>
      </>
    );
  }
  if (permission.value === 'denied') {
    return <p>This browser does not let the page notify you. Its settings for this address can change that.</p>;
  }
  return (
    <fieldset>
      <legend>Tell me on the desktop when a session</legend>
      {(Object.keys(KINDS) as Kind[]).map(kind => (
        <label class="switch" key={kind}>
          <input
            type="checkbox"
            checked={wanted.value.includes(kind)}
            onChange={event => want(kind, event.currentTarget.checked)}
          />
          {KINDS[kind]}
        </label>
      ))}
      <p class="hint">Not when that session is before you. A tab that is open keeps listening for it.</p>
    </fieldset>
  );
}
