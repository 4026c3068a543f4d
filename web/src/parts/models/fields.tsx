// The fields of a model; that of its key comes between.
import type { ComponentChildren } from 'preact';
import { marked } from '../../text/marks.ts';
import { CheckField, ChoiceField, TextField } from '../shelf/fields.tsx';
import type { Form } from '../shelf/form.ts';
import type { Model } from './values.ts';

const PROVIDERS = { anthropic: 'Anthropic', openai: 'OpenAI, or a server that speaks as it does' };
const EFFORTS = { '': 'its usual way', low: 'low', medium: 'medium', high: 'high' };

interface Properties {
  form: Form;
  item: Model | null;
  /** Models that may stand in. */
  others: string[];
  children: ComponentChildren;
}

export function ModelFields({ form, item, others, children }: Properties) {
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        placeholder="fast"
        spellcheck={false}
        hint="Sessions choose it by this name."
      />
      {item ? (
        <p class="hint">Speaks as {PROVIDERS[item.provider]}.</p>
      ) : (
        <ChoiceField form={form} name="provider" label="Speaks as" choices={PROVIDERS} />
      )}
      <div class="pair">
        <TextField form={form} name="provider_model" label="The provider's name for it" spellcheck={false} />
        <TextField form={form} name="base_url" label="Address" placeholder="the provider's own" spellcheck={false} />
      </div>
      {children}
      <div class="pair">
        <TextField
          form={form}
          name="fallback"
          label="Asked when it fails"
          placeholder="none"
          list="known-models"
          spellcheck={false}
        />
        <ChoiceField form={form} name="effort" label="How much it thinks" choices={EFFORTS} />
      </div>
      <Offered id="known-models" names={others} />
      <CheckField form={form} name="is_default" label="Sessions that name no model have it" />
      <CheckField
        form={form}
        name="takes_images"
        label="It takes images"
        hint="Without, a line of text stands in the place of each."
      />
      <Numbers form={form} />
    </>
  );
}

/** In the list. */
export function ModelFacts({ item, keys }: { item: Model; keys: number }) {
  return (
    <>
      {item.is_default && <span class="tag">default</span>}
      <span>{item.provider}</span>
      <code>{marked(item.provider_model)}</code>
      {keys > 1 && <span>{keys} keys</span>}
      {item.fallback && <span>else {marked(item.fallback)}</span>}
    </>
  );
}

function Numbers({ form }: { form: Form }) {
  return (
    <>
      <div class="pair">
        <TextField form={form} name="context_tokens" label="Prompt and reply, tokens" placeholder="as it is known" />
        <TextField form={form} name="output_tokens" label="Longest reply, tokens" placeholder="as it is known" />
      </div>
      <p class="hint">US dollars for a million tokens: all four, or none for the list price.</p>
      <div class="pair">
        <TextField form={form} name="input_price" label="Input" />
        <TextField form={form} name="output_price" label="Output" />
        <TextField form={form} name="cache_read_price" label="Read from a cache" />
        <TextField form={form} name="cache_write_price" label="Written to a cache" />
      </div>
    </>
  );
}

export function Offered({ id, names }: { id: string; names: string[] }) {
  return (
    <datalist id={id}>
      {names.map(name => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
