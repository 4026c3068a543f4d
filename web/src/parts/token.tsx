// A key that is shown this once, to be kept elsewhere.
import { useEffect, useRef } from 'preact/hooks';
import { Busy } from './busy.tsx';
import { say } from './status.tsx';

export function Token({ text }: { text: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      field.current?.focus();
      say('The browser lets no page copy: it is selected, copy it by its keys');
    }
  };
  return (
    <div class="token">
      <label for="token">The new key. It is shown now and never again: keep it where it is used.</label>
      <input
        ref={field}
        id="token"
        class="mono"
        readOnly
        value={text}
        onFocus={event => event.currentTarget.select()}
      />
      <Busy kind="second" act={copy}>
        Copy
      </Busy>
    </div>
  );
}
