import type { McpServer } from '../../api/types.ts';
import { AreaField, CheckField, ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import type { Form } from '../../parts/shelf/form.ts';

const TRANSPORTS = {
  http: 'is asked by the service, over HTTP',
  stdio: 'is a program that runs on the session’s machine',
};

export function Fields({ form, item }: { form: Form; item: McpServer | null }) {
  const transport = form.text('transport') as McpServer['transport'];
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        placeholder="tracker"
        spellcheck={false}
        hint={`Its tools are called mcp__${form.text('name') || 'name'}__tool. Sessions that begin afterwards have them.`}
      />
      {item ? (
        <p class="hint">It {TRANSPORTS[transport]}.</p>
      ) : (
        <ChoiceField form={form} name="transport" label="It" choices={TRANSPORTS} />
      )}
      {transport === 'http' ? <Http form={form} /> : <Program form={form} />}
      <AreaField
        form={form}
        name="allowed_tools"
        label="Tools that may be used, one a line"
        hint="None lets agents use all that it has."
        code
      />
      <CheckField form={form} name="is_enabled" label="Sessions have its tools" />
    </>
  );
}

const Http = ({ form }: { form: Form }) => (
  <>
    <TextField form={form} name="url" label="Address" placeholder="https://mcp.example.com/mcp" spellcheck={false} />
    <AreaField
      form={form}
      name="headers"
      label="Headers with secrets, one a line"
      hint="Such as Authorization=Bearer TRACKER_TOKEN, where TRACKER_TOKEN is the key of a secret of the organization."
      code
    />
    <TextField
      form={form}
      name="client_id"
      label="OAuth client"
      spellcheck={false}
      hint="By which the service gets tokens for itself, by client credentials. Empty: the server wants none."
    />
    {form.text('client_id').trim() !== '' && <Account form={form} />}
  </>
);

const Account = ({ form }: { form: Form }) => (
  <>
    <TextField form={form} name="client_secret" label="Secret of the client, by its key" spellcheck={false} />
    <TextField
      form={form}
      name="token_url"
      label="Address for tokens"
      hint="Empty: where the server says."
      spellcheck={false}
    />
    <TextField form={form} name="scope" label="Scope" spellcheck={false} />
  </>
);

const Program = ({ form }: { form: Form }) => (
  <>
    <TextField form={form} name="command" label="Program" placeholder="npx" spellcheck={false} />
    <AreaField form={form} name="args" label="Its arguments, one a line" code />
    <AreaField
      form={form}
      name="environment"
      label="Secrets that it gets as variables, one a line"
      hint="Keys of secrets, if the session has them. It gets nothing else."
      code
    />
  </>
);
