import { isWallAddress } from '../../../model/resources/accounts/wall-address.ts';
import { texts } from '../../texts.ts';
import { keyOf, known } from './directory.ts';
import { EVERYBODY, type Principal } from './grants.ts';

/** The name of a person or a group; by number as long as it is not known. */
export function nameOfPrincipal(one: Principal): string {
  const words = texts.value.sharing;
  const found = known.value.get(keyOf(one));
  if (one.kind === 'user') return found?.name || words.unknownUser(one.id);
  return one.id === EVERYBODY ? words.everybody : found?.name || words.unknownGroup(one.id);
}

/** What tells two of the same name apart. The address of the account of a wall is nobody's, and says nothing. */
export function factOf({ kind }: Principal, email = ''): string {
  const words = texts.value.sharing;
  if (kind === 'group') return words.group;
  return isWallAddress(email) ? words.wall : email;
}
