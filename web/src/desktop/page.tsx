// The desktop of a session's machine, in a document of its own: framed in the session's page, or a window.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Refusal } from '../api/problem.ts';
import type { Session } from '../api/types.ts';
import { takeFirst } from '../boot.ts';
import { NoMachine } from '../parts/away.tsx';
import { Failed } from '../parts/states.tsx';
import { Desktop } from './desktop.ts';
import { show } from './view.ts';

/** Of a phone: a desktop is too small there to be aimed at. */
const NARROW = '(max-width: 720px)';

export function DesktopPage() {
  const first = useMemo(takeFirst, []);
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  return first?.session ? <Of session={first.session} /> : null;
}

function useNarrow(): boolean {
  const query = useMemo(() => matchMedia(NARROW), []);
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const change = () => setNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return narrow;
}

function Of({ session }: { session: Session }) {
  const place = useRef<HTMLDivElement>(null);
  const turn = useRef<HTMLButtonElement>(null);
  const narrow = useNarrow();
  const desktop = useMemo(
    () =>
      new Desktop(session, (socket, mode, ready) =>
        show(place.current ?? document.body, socket, {
          control: mode === 'control',
          ready,
          leave: () => turn.current?.focus(),
        }),
      ),
    [],
  );
  useEffect(() => {
    desktop.connect();
    return () => desktop.close();
  }, [desktop]);
  useEffect(() => {
    if (narrow) desktop.turn('view');
  }, [desktop, narrow]);
  const control = desktop.mode.value === 'control';
  const problem = desktop.problem.value;
  return (
    <main class="desktop">
      <h1 class="unseen">Desktop of {desktop.session.value.title ?? 'the session'}</h1>
      <div class="bar">
        {!narrow && !problem && (
          <button
            type="button"
            ref={turn}
            class={control ? undefined : 'second'}
            aria-pressed={control}
            onClick={() => desktop.turn(control ? 'view' : 'control')}
          >
            {control ? 'Give back control' : 'Take control'}
          </button>
        )}
        {window.top !== window && (
          <a href={location.pathname} target="_blank" rel="noopener">
            In a window
          </a>
        )}
        <Hint control={control} narrow={narrow} />
      </div>
      {problem && (
        <NoMachine
          problem={problem}
          session={desktop.session.value}
          then="The desktop is shown once it is connected."
          wake={() => desktop.wake()}
          retry={desktop.retry}
        />
      )}
      <div class="view" hidden={problem !== null}>
        <div class="screen" ref={place} />
        <p class="said" role="status">
          {!desktop.shown.value && !problem && (desktop.trouble.value ?? 'Connecting…')}
        </p>
      </div>
    </main>
  );
}

function Hint({ control, narrow }: { control: boolean; narrow: boolean }) {
  if (control) {
    return (
      <p class="hint">
        Your keys and pointer go to the desktop. <kbd>Shift Escape</kbd> leaves it.
      </p>
    );
  }
  return (
    <p class="hint">
      You look on{narrow && '; on a wider screen you can take control'}. Programs that the agent starts while the
      display runs appear here. Nothing is masked.
    </p>
  );
}
