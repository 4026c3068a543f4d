import { now } from '../../text/time.tsx';

/** When a key ends; of a service user, the last of them. */
export function Ends({ at }: { at: number }) {
  const time = new Date(at * 1000);
  return (
    <span class="hint">
      {at > now.value ? 'until' : 'ended'}{' '}
      <time dateTime={time.toISOString()} title={time.toISOString()}>
        {time.toLocaleDateString()}
      </time>
    </span>
  );
}
