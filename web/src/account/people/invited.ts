import { wrong } from '../../parts/shelf/form.ts';
import { addresses, isAddress } from './addresses.ts';

/** Of one invitation, as the API has it. */
const MOST = 100;

/** The addresses in the field `emails`; what is none is refused there. */
export function invited(text: string): string[] {
  const found = addresses(text);
  if (found.length === 0) throw wrong('emails', 'An address is needed');
  const none = found.filter(each => !isAddress(each));
  if (none.length > 0) throw wrong('emails', `No address of mail: ${none.join(', ')}`);
  if (found.length > MOST) throw wrong('emails', `These are ${found.length}: at most ${MOST} are invited at once`);
  return found;
}
