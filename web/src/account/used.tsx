// Leads from somebody to what his sessions have used.
import { mayInAccount } from '../boot.ts';
import { to } from '../routes.ts';
import { searchOf, type Whose } from './consumption/whose.ts';

export function Used({ by }: { by: Whose }) {
  if (!mayInAccount('ViewAccountConsumption') && !mayInAccount('ManageBilling')) return null;
  return (
    <a class="start" href={`${to.account('consumption')}${searchOf(by)}`}>
      What was used
    </a>
  );
}
