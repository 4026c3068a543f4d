// One step of the timeline, by its kind.
import type { ComponentChildren, JSX } from 'preact';
import type { Step } from '../api/types.ts';
import { to } from '../routes.ts';
import { Markdown } from '../text/markdown.tsx';
import { marked } from '../text/marks.ts';
import { acus, Clock, millis } from '../text/time.tsx';
import { Call } from './call.tsx';
import { Came, Shared } from './came.tsx';
import { isOpen, setOpen } from './opened.ts';
import { Plan } from './plan.tsx';
import { Rest } from './rest.tsx';
import type { SessionState } from './store.ts';

interface Properties {
  step: Step;
  state: SessionState;
}

export function StepView({ step, state }: Properties): JSX.Element {
  switch (step.kind) {
    case 'message':
      return (
        <Speech step={step} state={state} kind="user" who={step.user ?? 'User'}>
          {text(step)}
        </Speech>
      );
    case 'said':
    case 'question':
      return (
        <Speech step={step} state={state} kind={step.kind} who={step.kind === 'said' ? 'Agent' : 'Agent asks'}>
          {text(step)}
        </Speech>
      );
    case 'finished':
      return (
        <Speech step={step} state={state} kind="finished" who="Finished">
          {text(step)}
        </Speech>
      );
    case 'thought':
      return <Thought step={step} state={state} />;
    case 'command':
    case 'edit':
    case 'view':
    case 'browser':
    case 'tool':
      return <Call step={step} state={state} />;
    case 'plan':
      return step.plan ? <Plan items={step.plan} /> : <Note step={step} />;
    default:
      return <Note step={step} />;
  }
}

function text(step: Step) {
  return <Markdown text={step.body ?? step.title} />;
}

interface SpeechProperties extends Properties {
  kind: string;
  who: string;
  children: ComponentChildren;
}

function Speech({ step, state, kind, who, children }: SpeechProperties) {
  return (
    <div class={`speech ${kind}`}>
      <header>
        <b>{marked(who)}</b>
        <Cost step={step} />
        <Clock at={step.at} />
      </header>
      {children}
      <Rest step={step} state={state} />
      <Came step={step} state={state} />
    </div>
  );
}

function Cost({ step }: { step: Step }) {
  const cost = step.cost;
  if (!cost) return null;
  const tokens = (count: number) => count.toLocaleString('en');
  const all = `${cost.model}: ${tokens(cost.input)} tokens in, ${tokens(cost.cached)} of them cached, ${tokens(cost.output)} out`;
  return (
    <span class="cost" title={all}>
      {marked(cost.model)} · {acus(cost.acus)} ACU
    </span>
  );
}

function Thought({ step, state }: Properties) {
  const open = isOpen(step.id, false);
  return (
    <details class="thought" open={open} onToggle={event => setOpen(step.id, event.currentTarget.open)}>
      <summary>
        Thought <span class="hint">{marked(step.title)}</span>
      </summary>
      {open && (
        <>
          <Markdown text={step.body ?? step.title} />
          <Rest step={step} state={state} />
        </>
      )}
    </details>
  );
}

function Note({ step }: { step: Step }) {
  const child = step.child_session_id;
  const text = step.body ?? step.title;
  return (
    <p class={`note ${step.kind} ${step.status}`}>
      <span>
        {marked(text)} <Shared text={text} />
        {child && (
          <>
            {' '}
            <a href={to.session(child)}>its session</a>
          </>
        )}
        {step.duration_ms ? <span class="figure"> {millis(step.duration_ms)}</span> : null}
      </span>
      <Clock at={step.at} />
    </p>
  );
}
