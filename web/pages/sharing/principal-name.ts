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
