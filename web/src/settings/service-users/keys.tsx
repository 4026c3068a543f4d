// The keys of a service user: how each stands, new ones, and to revoke them.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { ApiKey, ServiceUser } from '../../api/types.ts';
import { mayInAccount } from '../../boot.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import { Token } from '../../parts/token.tsx';
import { marked } from '../../text/marks.ts';
import { Age } from '../../text/time.tsx';
import { Ends } from './ends.tsx';
import { NewKey } from './new-key.tsx';

const ALL = '/v3beta1/enterprise/service-users/{service_user_id}/api-keys';
const ONE = '/v3beta1/enterprise/service-users/{service_user_id}/api-keys/{api_key_id}';
const NEEDS = 'ManageAccountServiceUsers';

/** A key that was just made. */
export interface Fresh {
  /** Whose it is. */
  of: string;
  token: string;
}

export function Keys({ user, fresh }: { user: ServiceUser; fresh: Signal<Fresh | null> }) {
  const { service_user_id } = user;
  // Whoever leaves it has seen it.
  useEffect(
    () => () => {
      fresh.value = null;
    },
    [service_user_id],
  );
  if (user.deleted_at !== null) return null;
  return (
    <section class="editor" aria-labelledby="api-keys">
      <h2 id="api-keys">Keys</h2>
      {fresh.value?.of === service_user_id && <Token key={fresh.value.token} text={fresh.value.token} />}
      {mayInAccount(NEEDS) ? (
        <Known user={user} fresh={fresh} />
      ) : (
        <p class="hint">Seeing, making and revoking its keys needs {NEEDS}.</p>
      )}
    </section>
  );
}

function Known({ user, fresh }: { user: ServiceUser; fresh: Signal<Fresh | null> }) {
  const keys = useSignal<ApiKey[] | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const path = { service_user_id: user.service_user_id };
  const look = async () => {
    try {
      keys.value = (await answer(api.GET(ALL, { params: { path } }))).items;
      problem.value = null;
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
  }, [user.service_user_id]);
  const revoke = async ({ api_key_id }: ApiKey) => {
    await answer(api.DELETE(ONE, { params: { path: { ...path, api_key_id } } }));
    fresh.value = null; // it may be that one
    await look();
    say('Revoked');
  };
  return (
    <>
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {keys.value === null ? !problem.value && <Loading rows={2} /> : <List keys={keys.value} revoke={revoke} />}
      <NewKey
        user={user}
        made={token => {
          fresh.value = { of: user.service_user_id, token };
          return look();
        }}
      />
    </>
  );
}

function List({ keys, revoke }: { keys: ApiKey[]; revoke: (key: ApiKey) => Promise<void> }) {
  const asked = useSignal<ApiKey | null>(null);
  const close = () => {
    asked.value = null;
  };
  return (
    <>
      {keys.length === 0 && <p class="hint">It has no key.</p>}
      <ul class="api-keys" aria-label="Keys">
        {keys.map(key => (
          <li key={key.api_key_id}>
            <span class="name">{marked(key.api_key_name)}</span>
            <Standing of={key} />
            {key.is_active && (
              <button
                type="button"
                class="quiet bad"
                aria-label={`Revoke ${key.api_key_name}`}
                onClick={() => {
                  asked.value = key;
                }}
              >
                Revoke…
              </button>
            )}
          </li>
        ))}
      </ul>
      <Dialog title="Revoke the key" open={asked.value !== null} close={close}>
        <Confirm
          word="revoke"
          says={`“${marked(asked.value?.api_key_name ?? '')}” works no more then, for good.`}
          label="Revoke the key"
          act={async () => {
            if (asked.value) await revoke(asked.value);
            close();
          }}
        />
      </Dialog>
    </>
  );
}

function Standing({ of }: { of: ApiKey }) {
  if (of.revoked_at !== null) {
    return (
      <span class="badge rest">
        revoked <Age at={of.revoked_at} /> ago
      </span>
    );
  }
  return (
    <>
      {of.is_active ? <span class="badge good">active</span> : <span class="badge rest">expired</span>}
      {of.expires_at === null ? <span class="hint">without an end</span> : <Ends at={of.expires_at} />}
      <span class="hint">
        {of.last_used_at === null ? (
          'never used'
        ) : (
          <>
            used <Age at={of.last_used_at} /> ago
          </>
        )}
      </span>
    </>
  );
}
