import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Tag } from '../http/route.ts';

/** `a note`, `an IP video` */
export const one = ({ widget: { called } }: AnyWidget): string => `${hasVowelSound(called) ? 'an' : 'a'} ${called}`;

export const many = ({ widget: { called } }: AnyWidget): string => `${called}s`;

/** `IpVideos`, in the name of an operation on several. */
export const collectionName = ({ widget: { path } }: AnyWidget): string =>
  path.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

export const tagOf = (definition: AnyWidget): Tag => ({ name: capital(many(definition)), about: definition.widget.about });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Letters of an abbreviation are read by their names: an RDP connection. */
const hasVowelSound = (words: string): boolean => /^([aeiou]|[AEFHILMNORSX][A-Z])/.test(words);
