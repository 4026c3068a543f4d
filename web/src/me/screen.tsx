// What whoever is signed in wants of this page.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { boot } from '../boot.ts';
import { complain } from '../parts/status.tsx';
import { setTitle } from '../parts/title.ts';
import { KINDS, type Kind, prefer, preferences, shortcuts, THEMES, wantNotice } from '../store/preferences.ts';
import { Pushes } from './pushes.tsx';

const there = typeof Notification !== 'undefined';

export function MeScreen() {
  useEffect(() => setTitle('You'), []);
  return (
    <div class="me">
      <h1>You</h1>
      <p class="hint">Signed in as {boot.name}. What is set here holds wherever you sign in.</p>
      <section aria-labelledby="me-theme">
        <h2 id="me-theme">Theme</h2>
        <Theme />
      </section>
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
            onChange={event => prefer({ shortcuts: event.currentTarget.checked }).catch(complain)}
          />
          <span>
            Keys of one letter do something; <kbd>?</kbd> lists them
          </span>
        </label>
      </section>
    </div>
  );
}

function Theme() {
  return (
    <fieldset class="row-of">
      <legend class="unseen">Theme</legend>
      {(Object.keys(THEMES) as (keyof typeof THEMES)[]).map(theme => (
        <label class="switch" key={theme}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={preferences.value.theme === theme}
            onChange={() => prefer({ theme }).catch(complain)}
          />
          {THEMES[theme]}
        </label>
      ))}
    </fieldset>
  );
}

function Notifications() {
  const permission = useSignal(there ? Notification.permission : 'denied');
  if (permission.value === 'default') {
    return (
      <>
        <p>The desktop can tell you when a session asks you something.</p>
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
            checked={preferences.value.notify.includes(kind)}
            onChange={event => wantNotice(kind, event.currentTarget.checked).catch(complain)}
          />
          {KINDS[kind]}
        </label>
      ))}
      <p class="hint">Not when that session is before you. A tab that is open keeps listening for it.</p>
      <Pushes />
    </fieldset>
  );
}
