// The browsers that are told, also while no page is open.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { PushSubscription } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { complain } from '../parts/status.tsx';
import { canPush, isPushed, subscribe, thisBrowser, unsubscribe } from '../push/browser.ts';

const ALL = '/v3beta1/self/push-subscriptions';

const SAYS: Record<string, string> = {
  delivered: 'told last',
  refused: 'its push service refused the last one',
  expired: 'could not be reached for a day',
};

export function Pushes() {
  const browsers = useSignal<PushSubscription[]>([]);
  const here = useSignal(false);
  const look = async () => {
    browsers.value = (await answer(api.GET(ALL))).items;
    here.value = (await isPushed()) && browsers.value.some(each => each.push_subscription_id === thisBrowser());
  };
  useEffect(() => {
    if (canPush) look().catch(complain);
  }, []);
  if (!canPush) return <p class="hint">This browser can't be told while no page is open.</p>;
  const remove = async (id: string) => {
    if (id === thisBrowser()) await unsubscribe();
    const params = { path: { push_subscription_id: id } };
    await answer(api.DELETE(`${ALL}/{push_subscription_id}`, { params }));
    await look();
  };
  return (
    <>
      <h3>While no page is open</h3>
      {!here.value && (
        <p>
          <Busy act={() => subscribe().then(look)}>Tell this browser</Busy>
        </p>
      )}
      <ul class="browsers">
        {browsers.value.map(({ push_subscription_id: id, name, host, last_outcome, last_at }) => (
          <li key={id}>
            <span>
              {name}
              {id === thisBrowser() && here.value ? ', this one' : ''}{' '}
              <small>
                by {host}
                {last_outcome && last_at
                  ? `; ${SAYS[last_outcome] ?? last_outcome}, ${new Date(last_at * 1000).toLocaleString()}`
                  : ''}
              </small>
            </span>{' '}
            <Busy act={() => remove(id)}>Remove</Busy>
          </li>
        ))}
      </ul>
      <p class="hint">
        Of your own sessions. It goes through the push service that the browser names, sealed so that only the browser
        reads it.
      </p>
    </>
  );
}
