// A call of a tool: what was called, what came of it.
import type { JSX } from 'preact';
import type { Step } from '../api/types.ts';
import { marked } from '../text/marks.ts';
import { bytes, duration, millis, now } from '../text/time.tsx';
import { Shared } from './came.tsx';
import { Diff } from './diff.tsx';
import { isOpen, setOpen } from './opened.ts';
import { Block, Output } from './output.tsx';
import { outputAddress, Rest } from './rest.tsx';
import type { SessionState } from './store.ts';

interface Properties {
  step: Step;
  state: SessionState;
}

const NAMES: Partial<Record<Step['kind'], string>> = { edit: 'Edit', view: 'View', browser: 'Browser' };
const SIGNS = { running: '●', ok: '✓', failed: '✕', interrupted: '■', unknown: '?' };
const LIVE_LINES = 12;
const PATCH_LINES = 12;

export function Call({ step, state }: Properties): JSX.Element {
  return (
    <div class={`call ${step.kind} ${step.status}`}>
      <header>
        <span class="sign" role="img" aria-label={step.status}>
          {SIGNS[step.status]}
        </span>
        <Title step={step} />
        <Outcome step={step} />
      </header>
      <Whole step={step} state={state} />
      {step.diff && <Change step={step} />}
      {step.status === 'running' ? (
        <LiveOutput step={step} state={state} />
      ) : (
        showsOutput(step) && <Output step={step} whole={outputAddress(state, step, 'output')} />
      )}
      {step.title.startsWith('share_file ') && step.status === 'ok' && (
        <Shared text={step.output?.tail || step.output?.head} />
      )}
      <Images step={step} state={state} />
    </div>
  );
}

/** What a view saw is in the file, and an edit that went well says nothing more. */
function showsOutput(step: Step): boolean {
  if (step.status === 'failed' || (step.kind !== 'edit' && step.kind !== 'view')) return true;
  return step.kind === 'view' && isOpen(step.id, false);
}

function Title({ step }: { step: Step }) {
  if (step.kind === 'command') {
    return (
      <code class="command">
        <span aria-hidden="true">$ </span>
        {marked(step.title)}
      </code>
    );
  }
  const name = NAMES[step.kind];
  return (
    <span class="command">
      {name && <b>{name}</b>} <code>{marked(step.title)}</code>
      {step.diff && (
        <span class="figure">
          {' '}
          <span class="plus">+{step.diff.additions}</span> <span class="minus">−{step.diff.deletions}</span>
        </span>
      )}
      {step.kind === 'view' && step.output && (
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen(step.id, false)}
          onClick={() => setOpen(step.id, !isOpen(step.id, false))}
        >
          {isOpen(step.id, false) ? 'Hide' : 'Show'}
        </button>
      )}
    </span>
  );
}

function Outcome({ step }: { step: Step }) {
  const exit = step.exit_code;
  const words = [
    exit ? `exit ${exit}` : step.status === 'ok' || step.status === 'running' ? '' : step.status,
    step.status === 'running' ? duration(now.value - step.at) : step.duration_ms ? millis(step.duration_ms) : '',
  ].filter(Boolean);
  return <span class="outcome">{words.join(' · ')}</span>;
}

/** A command of several lines is more than its title. */
function Whole({ step, state }: Properties) {
  if (!step.body || step.body === step.title || step.kind === 'edit' || step.kind === 'view') return null;
  return (
    <>
      <Block text={step.body} name="The whole call" />
      <Rest step={step} state={state} />
    </>
  );
}

function Change({ step }: { step: Step }) {
  const diff = step.diff;
  if (!diff?.patch) return null;
  const lines = diff.patch.replace(/\n$/, '').split('\n');
  const open = isOpen(`patch-${step.id}`, false);
  const shown = open ? diff.patch : lines.slice(0, PATCH_LINES).join('\n');
  return (
    <>
      <Diff patch={shown} name={`Change of ${diff.path}`} />
      {(lines.length > PATCH_LINES || diff.patch_cut > 0) && (
        <p class="more">
          {lines.length > PATCH_LINES && (
            <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(`patch-${step.id}`, !open)}>
              {open ? `First ${PATCH_LINES} lines` : `All ${lines.length} lines`}
            </button>
          )}
          {open && diff.patch_cut > 0 && <span class="hint">{diff.patch_cut} further lines are left out</span>}
        </p>
      )}
    </>
  );
}

function LiveOutput({ step, state }: Properties) {
  const text = state.pieces.of(step.id).value || step.output?.tail || '';
  const lines = text
    .split('\n')
    .slice(-LIVE_LINES - 1)
    .join('\n');
  return <Block text={lines} name="Live output" />;
}

function Images({ step, state }: Properties) {
  if (step.images.length === 0) return null;
  const { org_id, session_id } = state.path;
  return (
    <p class="images">
      {step.images.map((image, i) => {
        const address = `/v3/organizations/${org_id}/sessions/${session_id}/steps/${step.id}/images/${i}`;
        return (
          <a key={address} href={address} target="_blank" rel="noopener">
            <img src={address} loading="lazy" alt={`What the agent looked at, ${bytes(image.bytes)}`} />
          </a>
        );
      })}
    </p>
  );
}
