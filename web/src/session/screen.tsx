import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Refusal } from '../api/problem.ts';
import type { Timeline as Page, Session } from '../api/types.ts';
import { takeFirst } from '../boot.ts';
import { showing } from '../notify.ts';
import { LostBanner } from '../parts/lost.tsx';
import { titleOf } from '../parts/standing.tsx';
import { Failed, Gone } from '../parts/states.tsx';
import { setTitle } from '../parts/title.ts';
import { sessionOfHex } from '../store/sessions.ts';
import { Asks } from './asks.tsx';
import { Changes } from './changes/changes.tsx';
import { useSessionCommands } from './commands.ts';
import { Composer } from './composer.tsx';
import { Details } from './details.tsx';
import { Files } from './files/files.tsx';
import { Find } from './find.tsx';
import { Framed } from './framed.tsx';
import { Head } from './head.tsx';
import { useSessionKeys, useTimelineKeys } from './keys.ts';
import { Latest } from './latest.tsx';
import { openedIn } from './opened.ts';
import { usePlace } from './place.ts';
import { PlanLine } from './plan.tsx';
import { Scroll } from './scroll.ts';
import { SessionState } from './store.ts';
import { Tabs } from './tabs.tsx';
import { Timeline } from './timeline.tsx';

export function SessionScreen({ hex }: { hex: string }) {
  const first = useMemo(takeFirst, []);
  const known = first?.session ?? sessionOfHex(hex)?.peek();
  if (first?.problem) {
    return first.problem.status === 404 ? <Gone what="session" /> : <Failed problem={Refusal.of(first.problem)} />;
  }
  if (!known) {
    location.reload(); // only its address says of which organization it is
    return null;
  }
  return <Shown session={known} timeline={first?.timeline} />;
}

/** The event that the address asks for: `?step=e123`. */
function eventOf(url: string): { step: string; seq: number } | null {
  const step = new URLSearchParams(url.split('?')[1] ?? '').get('step');
  const seq = step?.match(/^e(\d{1,18})/)?.[1];
  return step && seq ? { step, seq: Number(seq) } : null;
}

function Shown({ session, timeline }: { session: Session; timeline?: Page }) {
  const { url } = useLocation();
  const wanted = useMemo(() => eventOf(url), [session.session_id]);
  const state = useMemo(() => {
    openedIn(session.session_id);
    return new SessionState(session, timeline, wanted?.seq ?? null);
  }, [session.session_id]);
  const scroll = useMemo(() => new Scroll(() => (state.news.value = 0)), [state]);
  const place = usePlace(session.session_id);
  useEffect(() => () => state.close(), [state]);
  useEffect(() => scroll.start(), [scroll]);
  useEffect(() => showing(session.session_id), [session.session_id]);
  useEffect(() => {
    state.askForApproval();
  }, [state]);
  useEffect(() => goTo(state, scroll, wanted?.step), [state]);
  useEffect(() => {
    setTitle(titleOf(state.session.value));
  }, [state.session.value]);
  useSessionKeys(place);
  useSessionCommands(state);
  return (
    <div class="session">
      <Head state={state} />
      <Tabs place={place}>
        <Find state={state} scroll={scroll} />
      </Tabs>
      {state.live.value && <LostBanner stream={state.live.value} />}
      {place.tab === 'timeline' && <Work state={state} scroll={scroll} />}
      {place.tab === 'changes' && <Changes state={state} />}
      {place.tab === 'files' && <Files state={state} place={place} />}
      {(place.tab === 'terminal' || place.tab === 'desktop') && (
        <Framed key={place.tab} part={place.tab} session={state.session.value} />
      )}
      {place.tab === 'details' && <Details state={state} />}
    </div>
  );
}

function Work({ state, scroll }: { state: SessionState; scroll: Scroll }) {
  useTimelineKeys(state, scroll);
  useEffect(() => {
    if (scroll.follows.peek()) scroll.toEnd();
  }, []);
  return (
    <>
      <Timeline state={state} scroll={scroll} />
      <div class="dock">
        <Latest state={state} scroll={scroll} />
        <PlanLine steps={state.steps.value ?? []} />
        <Asks state={state} />
        <Composer state={state} />
      </div>
    </>
  );
}

/** Brings the step of the address into view, once it is there. */
function goTo(state: SessionState, scroll: Scroll, step: string | undefined) {
  if (!step) return;
  scroll.follows.value = false;
  let there = false;
  return state.steps.subscribe(steps => {
    if (there || !steps?.some(each => each.id === step)) return;
    there = true;
    requestAnimationFrame(() => {
      const element = document.getElementById(step);
      if (element) scroll.to(element);
    });
  });
}
