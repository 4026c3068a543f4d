// Is the audit log whole? Read and reckoned by the reader's own browser, so that nobody's word is taken for it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Refusal, refusal } from '../../api/problem.ts';
import { Failed } from '../../parts/states.tsx';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';
import type { Written } from './canonical.ts';
import { type Broken, Check, type Whole } from './check.ts';
import { lineOf, records } from './log.ts';

const FILE = 'audit.jsonl';

export function Wholeness() {
  const read = useSignal<number | null>(null);
  const verdict = useSignal<Whole | Broken | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  /** Gives all of it to somebody, a record at a time. */
  const each = async (take: (record: Written) => unknown) => {
    verdict.value = problem.value = null;
    read.value = 0;
    try {
      for await (const page of records(stop.current.signal)) {
        for (const record of page) await take(record);
        read.value += page.length;
      }
      return true;
    } catch (thrown) {
      if (!stop.current.signal.aborted) problem.value = refusal(thrown);
      return false;
    } finally {
      read.value = null;
    }
  };
  const verify = async () => {
    const check = new Check();
    if (await each(record => check.take(record))) verdict.value = check.finish();
  };
  const save = async () => {
    const lines: string[] = [];
    if (!(await each(record => lines.push(lineOf(record))))) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
    link.download = FILE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const busy = read.value !== null;
  return (
    <section aria-label="Is it whole?">
      <p class="figures">
        <button type="button" class="second" disabled={busy || !crypto.subtle} onClick={verify}>
          Verify
        </button>
        <button type="button" class="second" disabled={busy} onClick={save}>
          Export
        </button>
        {!crypto.subtle && <span class="hint">Browsers verify on pages by https only.</span>}
        <span class="hint" role="status">
          {busy && `${plural(read.value ?? 0, 'record')} read`}
        </span>
      </p>
      {problem.value && <Failed problem={problem.value} />}
      {verdict.value && <Verdict of={verdict.value} />}
    </section>
  );
}

function Verdict({ of }: { of: Whole | Broken }) {
  if (!of.whole) {
    return (
      <p role="alert">
        <strong class="bad">Broken.</strong> The first record that was {of.what}
        {of.position > 0 && ` has the place ${of.position.toLocaleString('en')}`}: {marked(of.says)}.
      </p>
    );
  }
  return (
    <p role="status">
      <strong>{plural(of.position, 'record')}, chain ok.</strong>
      {of.unsealed > 0 && ` ${plural(of.unsealed, 'record')} without a seal yet.`} Its head is{' '}
      <code>
        {of.position}:{of.hash}
      </code>
      . Only a head that was noted elsewhere shows that the end is missing, or that all was written anew:{' '}
      <code>agent audit verify --head</code> compares.
    </p>
  );
}
