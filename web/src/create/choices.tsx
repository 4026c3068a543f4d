// Where, by which playbook and with which model a session is to work.
import type { ComponentChildren } from 'preact';
import type { Refusal } from '../api/problem.ts';
import type { Model, Platform } from '../api/types.ts';
import { Field } from '../parts/field.tsx';
import type { Draft, TextField } from './draft.ts';
import type { Lists } from './lists.ts';

export interface Properties {
  draft: Draft;
  lists: Lists;
  problem: Refusal | null;
}

export function Choices({ draft, lists, problem }: Properties) {
  const playbooks = lists.playbooks.value ?? [];
  return (
    <div class="choices-of">
      <Field id="playbook" label="Playbook" names={['playbook_id']} problem={problem}>
        <Select draft={draft} name="playbook" none="none">
          {playbooks.map(playbook => (
            <option key={playbook.playbook_id} value={playbook.playbook_id}>
              {playbook.title}
              {playbook.macro && ` (${playbook.macro})`}
            </option>
          ))}
        </Select>
      </Field>
      <Repository draft={draft} lists={lists} problem={problem} />
      <Where draft={draft} lists={lists} problem={problem} />
      <ModelChoice draft={draft} lists={lists} problem={problem} />
      <div class="pair">
        <Field id="budget" label="Budget, ACU" names={['max_acu_limit']} problem={problem}>
          <Text draft={draft} name="budget" type="number" placeholder="no limit" />
        </Field>
        <Field id="tags" label="Tags" problem={problem}>
          <Text draft={draft} name="tags" placeholder="a, b" />
        </Field>
      </div>
      <Field id="title" label="Title" problem={problem}>
        <Text draft={draft} name="title" placeholder="made from the task" />
      </Field>
    </div>
  );
}

interface TextProperties {
  draft: Draft;
  name: TextField;
  type?: 'text' | 'number';
  placeholder?: string;
  list?: string;
}

export function Text({ draft, name, type = 'text', placeholder, list }: TextProperties) {
  return (
    <input
      id={name}
      type={type}
      min={type === 'number' ? 1 : undefined}
      value={draft.texts[name].value}
      placeholder={placeholder}
      list={list}
      autocomplete="off"
      spellcheck={false}
      onInput={event => {
        draft.texts[name].value = event.currentTarget.value;
      }}
    />
  );
}

interface SelectProperties {
  draft: Draft;
  name: TextField;
  none: string;
  children: ComponentChildren;
}

function Select({ draft, name, none, children }: SelectProperties) {
  return (
    <select
      id={name}
      value={draft.texts[name].value}
      onChange={event => {
        draft.texts[name].value = event.currentTarget.value;
      }}
    >
      <option value="">{none}</option>
      {children}
    </select>
  );
}

function Repository({ draft, lists, problem }: Properties) {
  return (
    <div class="pair">
      <Field id="repo" label="Repository" names={['repos']} problem={problem}>
        <Text draft={draft} name="repo" placeholder="owner/repo" list="repositories" />
        <datalist id="repositories">
          {lists.repositories.value?.map(each => (
            <option key={each.repo_path} value={each.repo_path} />
          ))}
        </datalist>
      </Field>
      <Field id="branch" label="Branch, tag or commit" problem={problem}>
        <Text draft={draft} name="branch" placeholder="default" />
      </Field>
    </div>
  );
}

const workers = (platform: Platform) =>
  `${platform.online_workers} worker${platform.online_workers === 1 ? '' : 's'}${
    platform.queue_depth > 0 ? `, ${platform.queue_depth} wait` : ''
  }`;

function Where({ draft, lists, problem }: Properties) {
  const platforms = lists.platforms.value;
  const standard = platforms?.find(platform => platform.is_default);
  const chosen = platforms?.find(platform => platform.platform === draft.texts.platform.value) ?? standard;
  return (
    <Field id="platform" label="Where" problem={problem} hint={platforms && <Missing platform={chosen} />}>
      <Select
        draft={draft}
        name="platform"
        none={standard ? `default: ${standard.platform}, ${workers(standard)}` : 'default'}
      >
        {platforms?.map(platform => (
          <option key={platform.platform} value={platform.platform}>
            {platform.platform} ({platform.machine}), {workers(platform)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** What to run where nobody would take the session. */
function Missing({ platform }: { platform: Platform | undefined }) {
  if (!platform) return <>There is no outpost yet; the session waits for one. `agent up` makes one.</>;
  if (platform.online_workers > 0) return null;
  return (
    <>
      No worker is there; the session waits for one: <code>agent worker start --outpost={platform.platform}</code>
    </>
  );
}

const sized = (model: Model) =>
  model.context_tokens ? `, ${Math.round(model.context_tokens / 1000).toLocaleString()}k tokens` : '';

function ModelChoice({ draft, lists, problem }: Properties) {
  const models = lists.models.value;
  const standard = models?.find(model => model.is_default);
  const none = models && models.length === 0;
  return (
    <Field
      id="model"
      label="Model"
      problem={problem}
      hint={
        none ? 'No model is set up on the server yet.' : standard?.reason && `${standard.label}: ${standard.reason}`
      }
    >
      <Select draft={draft} name="model" none={standard ? `default: ${standard.label}` : 'default'}>
        {models
          ?.filter(model => !model.is_default)
          .map(model => (
            <option key={model.model} value={model.model} disabled={!model.available}>
              {model.label}
              {sized(model)}
            </option>
          ))}
      </Select>
    </Field>
  );
}
