// Asks for the word before what can't be taken back.
import { useSignal } from '@preact/signals';
import { Busy } from './busy.tsx';

interface Properties {
  word: string;
  says: string;
  /** On the button. */
  label: string;
  act: () => Promise<void>;
}

/** Inside a dialog; shown anew it has forgotten what was typed. */
export function Confirm({ word, says, label, act }: Properties) {
  const typed = useSignal('');
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
      <p>
        <Busy kind="danger" disabled={typed.value.trim() !== word} act={act}>
          {label}
        </Busy>
      </p>
    </>
  );
}
