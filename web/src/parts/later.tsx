// A screen whose program is read when it is first wanted, so that the first page does not wait for it.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { Refusal } from '../api/problem.ts';
import { Failed, Loading } from './states.tsx';

const UNREAD = new Refusal(
  0,
  'unread',
  'This part of the page could not be read',
  'The server is out of reach, or another version than this page is',
  null,
);

/** `name` stands above it while it is read, and where it can't be. */
export function later<P extends object>(name: string, read: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  const program = signal<FunctionComponent<P> | null>(null);
  const failed = signal(false);
  const look = async () => {
    try {
      const found = await read();
      program.value = found;
    } catch {
      failed.value = true;
    }
  };
  return function Later(properties: P) {
    useEffect(() => {
      if (!program.peek()) look();
    }, []);
    const Program = program.value;
    if (Program) return <Program {...properties} />;
    // Browsers keep what became of a program: only the page read anew asks again.
    return (
      <section>
        <h1>{name}</h1>
        {failed.value ? <Failed problem={UNREAD} retry={() => location.reload()} /> : <Loading />}
      </section>
    );
  };
}
