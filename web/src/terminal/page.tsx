// Terminals of a session's machine, in a document of their own: framed in the session's page, or a window.
import { useEffect, useMemo } from 'preact/hooks';
import { Refusal } from '../api/problem.ts';
import type { Session } from '../api/types.ts';
import { takeFirst } from '../boot.ts';
import { NoMachine } from '../parts/away.tsx';
import { Busy } from '../parts/busy.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import { Screen } from './screen.tsx';
import { Terminals } from './store.ts';

const USUAL = { rows: 24, columns: 80 };
const MOST = 8;

export function TerminalPage() {
  const first = useMemo(takeFirst, []);
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  return first?.session ? <Of session={first.session} /> : null;
}

function Of({ session }: { session: Session }) {
  const terminals = useMemo(() => new Terminals(session), []);
  useEffect(() => {
    terminals.look();
  }, [terminals]);
  const items = terminals.items.value;
  const problem = terminals.problem.value;
  const chosen = terminals.chosen.value;
  const name = (id: string) => `Terminal ${(items ?? []).findIndex(each => each.terminal_id === id) + 1}`;
  const open = () => terminals.open(USUAL);
  return (
    <main class="terminals">
      <h1 class="unseen">Terminals of {terminals.session.value.title ?? 'the session'}</h1>
      <div class="bar">
        <div role="tablist" aria-label="Terminals">
          {(items ?? []).map(({ terminal_id: id }) => (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === chosen}
              onClick={() => terminals.choose(id)}
            >
              {name(id)}
            </button>
          ))}
        </div>
        {chosen && (
          <Busy kind="second" label={`Close ${name(chosen)}`} act={() => terminals.close(chosen)}>
            Close
          </Busy>
        )}
        {items && !problem && items.length < MOST && (
          <Busy kind="second" act={open}>
            New terminal
          </Busy>
        )}
        {window.top !== window && (
          <a href={location.pathname} target="_blank" rel="noopener">
            In a window
          </a>
        )}
      </div>
      <p class="hint">
        Nothing is masked here: who may open a terminal can read the secrets of the session. <kbd>Shift Escape</kbd>{' '}
        leaves the terminal.
      </p>
      {!items && !problem && <Loading />}
      {problem && (
        <NoMachine
          problem={problem}
          session={terminals.session.value}
          then="Terminals can be opened once it is connected."
          wake={() => terminals.wake()}
          retry={() => terminals.look()}
        />
      )}
      {items?.length === 0 && !problem && (
        <div class="empty">
          <p>A terminal runs a shell on the session's machine, beside the agent.</p>
          <Busy act={open}>Open a terminal</Busy>
        </div>
      )}
      {chosen && <Screen key={chosen} terminals={terminals} id={chosen} name={name(chosen)} />}
      <Status />
    </main>
  );
}
