// From where callers may come. It is one list for the whole account.
import { answer, api } from '../../api/client.ts';
import type { IpAccessList } from '../../api/types.ts';
import { AreaField } from '../../parts/shelf/fields.tsx';
import { lines } from '../../parts/shelf/form.ts';
import { permissions } from './account.tsx';
import type { Setting } from './setting.ts';

const LIST = '/v3/enterprise/ip-access-list';

export const addresses = (): Setting<IpAccessList> => ({
  id: 'addresses',
  title: 'Addresses that callers come from, in the whole account',
  ...permissions('ManageEnterpriseSettings'),
  get: () => answer(api.GET(LIST)),
  values: kept => ({ ip_ranges: kept.ip_ranges.join('\n') }),
  put: values => answer(api.PUT(LIST, { body: { ip_ranges: lines(values, 'ip_ranges') } })),
  warns: values =>
    lines(values, 'ip_ranges').length > 0
      ? 'From the next request on nobody else is let in, you neither: see that your own address is among them. Programs on the server’s machine always are.'
      : null,
  Fields: ({ form }) => (
    <AreaField
      form={form}
      name="ip_ranges"
      label="Addresses and ranges, one a line"
      hint="Such as 10.0.0.0/8 or 2001:db8::1. None lets them come from everywhere."
      code
    />
  ),
});
