import { texts } from '../../texts.ts';
import type { Listed } from './listed.ts';
import { piecesOf } from './search.ts';

/** The name for a sentence. A name may be nothing but letters that nobody sees. */
export const nameOf = ({ name }: Pick<Listed, 'name'>): string =>
  /[^\s\p{Cf}\p{Z}]/u.test(name) ? name : texts.value.dashboard.unnamed;

/** A name in the direction of its own writing, with what is looked for marked. */
export function Name({ one, sought = '' }: { readonly one: Pick<Listed, 'name'>; readonly sought?: string }) {
  const name = nameOf(one);
  return (
    <bdi>
      {sought.trim() === ''
        ? name
        : piecesOf(name, sought).map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
    </bdi>
  );
}
