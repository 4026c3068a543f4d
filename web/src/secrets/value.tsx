import type { Secret } from '../api/types.ts';
import type { Form } from '../parts/shelf/form.ts';
import { HiddenField } from '../parts/shelf/hidden-field.tsx';

export function ValueField({ form, item }: { form: Form; item: Secret | null }) {
  return (
    <HiddenField
      form={form}
      name="value"
      label={item ? 'New value, in place of the one that is kept' : 'Value'}
      hint={
        item
          ? 'The kept one is shown to nobody. To change anything, say the value anew.'
          : 'Kept encrypted and shown to nobody. A pasted .env makes many.'
      }
    />
  );
}
