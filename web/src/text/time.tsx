// Times, durations, sizes and costs, as people say them.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';

/** Seconds; moves while somebody looks. */
export const now = signal(Date.now() / 1000);
setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now() / 1000;
}, 1000);

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function millis(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms / 1000);
}

export function age(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.max(0, Math.floor(seconds))} s`;
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60 / 24)} d`;
}

export function acus(amount: number): string {
  return amount === 0 ? '0' : amount < 0.01 ? '< 0.01' : amount.toFixed(2);
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  return count < 1024 * 1024 ? `${Math.round(count / 1024)} KB` : `${(count / 1024 / 1024).toFixed(1)} MB`;
}

export const plural = (count: number, word: string) =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : word.endsWith('s') ? '' : 's'}`;

export function Clock({ at }: { at: number }): JSX.Element {
  const time = new Date(at * 1000);
  return (
    <time dateTime={time.toISOString()} title={time.toISOString()}>
      {time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
    </time>
  );
}

export function Age({ at }: { at: number }): JSX.Element {
  const time = new Date(at * 1000).toISOString();
  return (
    <time dateTime={time} title={time}>
      {age(now.value - at)}
    </time>
  );
}
