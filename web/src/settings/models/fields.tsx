import type { RegisteredModel } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { ModelFields, Offered } from '../../parts/models/fields.tsx';
import { TextField } from '../../parts/shelf/fields.tsx';
import type { Form } from '../../parts/shelf/form.ts';
import { HiddenField } from '../../parts/shelf/hidden-field.tsx';
import type { Known } from './known.ts';

interface Properties {
  org: string;
  form: Form;
  item: RegisteredModel | null;
  known: Known;
}

export function Fields({ org, form, item, known }: Properties) {
  return (
    <ModelFields form={form} item={item} others={known.models.value}>
      <Key org={org} form={form} known={known} />
    </ModelFields>
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
