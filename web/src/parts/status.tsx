// The one place that screen readers listen to, and what is said in passing.
import { signal } from '@preact/signals';
import { refusal } from '../api/problem.ts';

interface Said {
  text: string;
  undo?: () => void;
  bad?: boolean;
}

const UNDO = 8000;
const said = signal<Said | null>(null);
const announced = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, undo?: () => void) {
  show({ text, undo });
}

/** For what was refused. */
export function complain(thrown: unknown) {
  const problem = refusal(thrown);
  show({ text: `${problem.message}${problem.hint ? `. ${problem.hint}` : ''}`, bad: true });
}

/** For those who don't see the page: questions, ends, failures. */
export function announce(text: string) {
  announced.value = text;
}

function show(what: Said) {
  said.value = what;
  clearTimeout(timer);
  timer = setTimeout(() => {
    said.value = null;
  }, UNDO);
}

export function Status() {
  const now = said.value;
  return (
    <>
      <p class="unseen" role="status">
        {announced}
      </p>
      <div class="passing" role="status">
        {now && (
          <p class={now.bad ? 'bad' : ''}>
            {now.text}
            {now.undo && (
              <button
                type="button"
                onClick={() => {
                  said.value = null;
                  now.undo?.();
                }}
              >
                Undo
              </button>
            )}
          </p>
        )}
      </div>
    </>
  );
}
