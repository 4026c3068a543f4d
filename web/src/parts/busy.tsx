// A button for a write: busy while it goes on, and what was refused is said.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { complain } from './status.tsx';

interface Properties {
  act: () => Promise<unknown>;
  children: ComponentChildren;
  kind?: string;
  disabled?: boolean;
  title?: string;
  label?: string;
}

export function Busy({ act, children, kind, disabled, title, label }: Properties) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await act();
    } catch (thrown) {
      complain(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={kind}
      disabled={disabled || busy}
      aria-busy={busy}
      title={title}
      aria-label={label}
      onClick={press}
    >
      {children}
    </button>
  );
}
