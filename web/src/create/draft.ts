// What a new session is to be: the fields of its form, and what they say to the API.
import { type Signal, signal } from '@preact/signals';
import type { SessionCreate } from '../api/types.ts';

export interface OwnSecret {
  key: string;
  value: string;
}

const TEXTS = [
  'prompt',
  'title',
  'tags',
  'repo',
  'branch',
  'playbook',
  'platform',
  'model',
  'budget',
  'approvals',
  'schema',
  'links',
] as const;
export type TextField = (typeof TEXTS)[number];

export class Draft {
  readonly texts = Object.fromEntries(TEXTS.map(name => [name, signal('')])) as Record<TextField, Signal<string>>;
  /** Null: all. */
  readonly knowledge = signal<string[] | null>(null);
  readonly secrets = signal<string[] | null>(null);
  readonly own = signal<OwnSecret[]>([]);

  constructor(private readonly kept: string) {
    this.texts.prompt.value = localStorage.getItem(kept) ?? '';
  }

  /** The task stays over a reload; nothing else of the form does, least of all its secrets. */
  write(prompt: string) {
    this.texts.prompt.value = prompt;
    if (prompt) localStorage.setItem(this.kept, prompt);
    else localStorage.removeItem(this.kept);
  }

  /** What an address asks for: `?prompt=&repo=&playbook=`. */
  fill(query: string) {
    const said = new URLSearchParams(query);
    for (const name of TEXTS) {
      const text = said.get(name);
      if (text) this.texts[name].value = text;
    }
  }

  done() {
    this.write('');
  }
}

const words = (text: string) =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);

/** Only what was said: the rest is as the organization has it. Throws SyntaxError for a schema that is no JSON. */
export function bodyOf(draft: Draft, urls: string[]): SessionCreate {
  const text = (name: TextField) => draft.texts[name].value.trim();
  const branch = text('branch');
  const repos = words(text('repo')).map((repo, i) => (i === 0 && branch ? `${repo}@${branch}` : repo));
  const own = draft.own.value.filter(secret => secret.key.trim() && secret.value);
  return {
    prompt: text('prompt'),
    ...(text('title') && { title: text('title') }),
    ...(text('tags') && { tags: words(text('tags')) }),
    ...(repos.length > 0 && { repos }),
    ...(text('playbook') && { playbook_id: text('playbook') }),
    ...(text('platform') && { platform: text('platform') }),
    ...(text('model') && { model: text('model') }),
    ...(text('budget') && { max_acu_limit: Number(text('budget')) }),
    ...(text('approvals') && { approvals: text('approvals') as SessionCreate['approvals'] }),
    ...(text('schema') && { structured_output_schema: JSON.parse(text('schema')) }),
    ...(text('links') && { session_links: text('links').split(/[\s,]+/) }),
    ...(draft.knowledge.value && { knowledge_ids: draft.knowledge.value }),
    ...(draft.secrets.value && { secret_ids: draft.secrets.value }),
    ...(own.length > 0 && { session_secrets: own.map(({ key, value }) => ({ key: key.trim(), value })) }),
    ...(urls.length > 0 && { attachment_urls: urls }),
  } as SessionCreate;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same by the command line, as far as it takes it. */
export function commandLine(body: SessionCreate): string {
  const options = [
    body.title && `--title ${quoted(body.title)}`,
    ...(body.tags ?? []).map(tag => `--tag ${quoted(tag)}`),
    body.platform && `--platform ${quoted(body.platform)}`,
    body.model && `--model ${quoted(body.model)}`,
    body.max_acu_limit && `--max-acus ${body.max_acu_limit}`,
    body.approvals && `--approvals ${body.approvals}`,
  ].filter(Boolean);
  return ['agent session create', ...options, quoted(body.prompt)].join(' ');
}

/** What may be seen of a body: no value of a secret. */
export function shownOf(body: SessionCreate): object {
  const secrets = body.session_secrets as OwnSecret[] | undefined;
  return { ...body, ...(secrets && { session_secrets: secrets.map(({ key }) => ({ key, value: '…' })) }) };
}
