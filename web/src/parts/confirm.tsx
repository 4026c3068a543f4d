// Asks for the word before what can't be taken back.
import { useSignal } from '@preact/signals';
import { type Refusal, refusal } from '../api/problem.ts';
import { Busy } from './busy.tsx';
import { Failed } from './states.tsx';

interface Properties {
  word: string;
  says: string;
  /** On the button. */
  label: string;
  act: () => Promise<void>;
}

/** Inside a dialog, where what was refused is said too; shown anew it has forgotten what was typed. */
export function Confirm({ word, says, label, act }: Properties) {
  const typed = useSignal('');
  const problem = useSignal<Refusal | null>(null);
  const go = async () => {
    problem.value = null;
    try {
      await act();
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  return (
    <>
      <p>{says}</p>
      <label>
        Type “{word}” to confirm{' '}
        <input
          value={typed.value}
          autocomplete="off"
          onInput={event => {
            typed.value = event.currentTarget.value;
          }}
        />
      </label>
      {problem.value && <Failed problem={problem.value} />}
      <p>
        <Busy kind="danger" disabled={typed.value.trim() !== word} act={go}>
          {label}
        </Busy>
      </p>
    </>
  );
}
