import { ChoiceField } from '../../parts/shelf/fields.tsx';
import type { Form } from '../../parts/shelf/form.ts';

const LIVES = { 2592000: '30 days', 7776000: '90 days', 31536000: 'a year' };

/** What `ttl_seconds` is at first. */
export const USUAL_LIFE = '7776000';

/** How long the key is good that a new one comes with. */
export function FirstKey({ form }: { form: Form }) {
  return (
    <ChoiceField
      form={form}
      name="ttl_seconds"
      label="Its first key is good for"
      choices={LIVES}
      hint="It is shown once, when it was made."
    />
  );
}
