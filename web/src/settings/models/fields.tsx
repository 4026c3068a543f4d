import type { RegisteredModel } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { CheckField, ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import type { Form } from '../../parts/shelf/form.ts';
import { HiddenField } from '../../parts/shelf/hidden-field.tsx';
import type { Known } from './known.ts';

const PROVIDERS = { anthropic: 'Anthropic', openai: 'OpenAI, or a server that speaks as it does' };
const EFFORTS = { '': 'its usual way', low: 'low', medium: 'medium', high: 'high' };

interface Properties {
  org: string;
  form: Form;
  item: RegisteredModel | null;
  known: Known;
}

export function Fields({ org, form, item, known }: Properties) {
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
      <Key org={org} form={form} known={known} />
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
      <Offered id="known-models" names={known.models.value} />
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

function Key({ org, form, known }: { org: string; form: Form; known: Known }) {
  return (
    <>
      <TextField
        form={form}
        name="key_secret"
        label="Secret that is its key"
        placeholder="none"
        list="known-secrets"
        spellcheck={false}
        hint="None only at an address of your own whose server wants none."
      />
      <TextField
        form={form}
        name="key_secrets"
        label="Further keys"
        placeholder="none"
        spellcheck={false}
        hint="Secrets, with commas between. Where a key is refused, the next one is asked with."
      />
      <Offered id="known-secrets" names={known.secrets.value} />
      {may(org, 'ManageOrgSecrets') && (
        <HiddenField
          form={form}
          name="key"
          also={['value']}
          label="Its key, where that is no secret yet"
          hint="Kept encrypted as a secret of that name, and shown to nobody."
        />
      )}
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

function Offered({ id, names }: { id: string; names: string[] }) {
  return (
    <datalist id={id}>
      {names.map(name => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
