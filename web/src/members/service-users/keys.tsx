// The keys of a service user: how each stands, new ones, and to rotate and revoke them.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { ApiKey, ServiceUser } from '../../api/types.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed, Loading } from '../../parts/states.tsx';
import { say } from '../../parts/status.tsx';
import { Token } from '../../parts/token.tsx';
import { marked } from '../../text/marks.ts';
import { KeysOf } from './calls.ts';
import { NewKey } from './new-key.tsx';
import { OldKey, Rotate } from './rotate.tsx';
import { Standing } from './standing.tsx';

/** A key that was just made. */
export interface Fresh {
  /** Whose it is. */
  of: string;
  token: string;
  /** In whose place. */
  old?: ApiKey;
}

interface KeysProperties {
  /** Null: of the whole account. */
  org: string | null;
  user: ServiceUser;
  fresh: Signal<Fresh | null>;
}

export function Keys({ org, user, fresh }: KeysProperties) {
  const { service_user_id } = user;
  const calls = useMemo(() => new KeysOf(org, service_user_id), [org, service_user_id]);
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
      {fresh.value?.of === service_user_id && fresh.value.old && <OldKey of={fresh.value.old} />}
      {calls.lacks ? (
        <p class="hint">Seeing, making, rotating and revoking its keys needs {calls.lacks}.</p>
      ) : (
        <Known user={user} calls={calls} fresh={fresh} />
      )}
    </section>
  );
}

interface KnownProperties {
  user: ServiceUser;
  calls: KeysOf;
  fresh: Signal<Fresh | null>;
}

function Known({ user, calls, fresh }: KnownProperties) {
  const keys = useSignal<ApiKey[] | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const look = async () => {
    try {
      keys.value = await calls.all();
      problem.value = null;
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
  }, [calls]);
  const revoke = async ({ api_key_id }: ApiKey) => {
    await calls.revoke(api_key_id);
    fresh.value = null; // it may be that one
    await look();
    say('Revoked');
  };
  const rotated = async ({ api_key_id }: ApiKey, token: string) => {
    await look();
    const old = problem.peek() ? undefined : keys.peek()?.find(each => each.api_key_id === api_key_id);
    fresh.value = { of: user.service_user_id, token, old };
    say('Rotated');
  };
  return (
    <>
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {keys.value === null ? (
        !problem.value && <Loading rows={2} />
      ) : (
        <List keys={keys.value} {...{ calls, revoke, rotated }} />
      )}
      <NewKey
        calls={calls}
        made={token => {
          fresh.value = { of: user.service_user_id, token };
          return look();
        }}
      />
    </>
  );
}

interface ListProperties {
  calls: KeysOf;
  keys: ApiKey[];
  revoke: (key: ApiKey) => Promise<void>;
  rotated: (old: ApiKey, token: string) => Promise<void>;
}

function List({ calls, keys, revoke, rotated }: ListProperties) {
  const asked = useSignal<ApiKey | null>(null);
  const turned = useSignal<ApiKey | null>(null);
  const old = turned.value; // also of an answer that comes when its dialog was closed
  const close = () => {
    asked.value = turned.value = null;
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
              <span class="buttons">
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Rotate ${key.api_key_name}`}
                  onClick={() => {
                    turned.value = key;
                  }}
                >
                  Rotate…
                </button>
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
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog title="Rotate the key" open={turned.value !== null} close={close}>
        {old && (
          <Rotate
            calls={calls}
            old={old}
            made={async token => {
              close();
              await rotated(old, token);
            }}
          />
        )}
      </Dialog>
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
