// What a new session may choose from. A list that can't be had leaves its field a plain one, or out.
import { type Signal, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Model, Note, Platform, Playbook, Repository, Secret } from '../api/types.ts';
import { may } from '../boot.ts';

/** Null as long as it is not known. */
export type List<T> = Signal<T[] | null>;

const MOST = 200;

function load<T>(call: Promise<{ items: T[] }>): List<T> {
  const list: List<T> = signal(null);
  call.then(
    found => {
      list.value = found.items;
    },
    () => {},
  );
  return list;
}

export class Lists {
  readonly playbooks: List<Playbook>;
  readonly repositories: List<Repository>;
  readonly platforms: List<Platform>;
  readonly models: List<Model>;
  notes: List<Note> | null = null;
  secrets: List<Secret> | null = null;

  constructor(private readonly org: string) {
    const path = { org_id: org };
    const query = { first: MOST };
    this.playbooks = load(
      answer(
        api.GET('/v3/organizations/{org_id}/playbooks', {
          params: { path, query: { ...query, include_enterprise: true } },
        }),
      ),
    );
    this.repositories = load(
      answer(api.GET('/v3beta1/organizations/{org_id}/repositories', { params: { path, query } })),
    );
    this.platforms = load(answer(api.GET('/v3/organizations/{org_id}/platforms', { params: { path } })));
    this.models = load(answer(api.GET('/v3/organizations/{org_id}/models', { params: { path } })));
  }

  /** Asked for when somebody looks: most sessions take all of them. */
  loadNotes(): List<Note> {
    const params = { path: { org_id: this.org }, query: { first: MOST, include_enterprise: true } };
    this.notes ??= load(answer(api.GET('/v3/organizations/{org_id}/knowledge/notes', { params })));
    return this.notes;
  }

  loadSecrets(): List<Secret> {
    const params = { path: { org_id: this.org }, query: { first: MOST } };
    this.secrets ??= load(answer(api.GET('/v3/organizations/{org_id}/secrets', { params })));
    return this.secrets;
  }

  get mayNotes(): boolean {
    return may(this.org, 'ManageOrgKnowledge');
  }

  get maySecrets(): boolean {
    return may(this.org, 'ManageOrgSecrets');
  }
}
