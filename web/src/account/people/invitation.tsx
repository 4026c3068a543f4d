import type { Roles } from '../../members/roles.ts';
import { AreaField, ChoiceField } from '../../parts/shelf/fields.tsx';
import type { Form } from '../../parts/shelf/form.ts';

/** What is asked of those who are to come. */
export function Invitation({ form, roles }: { form: Form; roles: Roles }) {
  return (
    <>
      <AreaField
        form={form}
        name="emails"
        label="E-mail addresses"
        rows={4}
        code
        hint="One or many, by lines or commas. Whoever signs in with one is this person. No mail is sent: tell them. Those who are in the account already stay as they are."
      />
      <ChoiceField
        form={form}
        name="enterprise_role_id"
        label="Role in the whole account"
        choices={roles.choices('enterprise', () => true)}
      />
    </>
  );
}
