import type { View } from '../../model/hooks.ts';
import type { Kind } from '../../model/resource.ts';
import { namedIn } from '../../model/resources/tree.ts';

/**
 * `New canvas`, `New canvas (1)`, … with the lowest number that no sibling of the kind has (canvases contract 5.1).
 * `index` is the kind's index by place and name, so that siblings are not looked through.
 */
export function freeName(view: View, kind: Kind, index: string, folder: string, name: string): string {
  return isTaken(view, kind, index, folder, name) ? numberedName(view, kind, index, folder, name) : name;
}

/**
 * The name of a duplicate beside its source: `Plan (1)`, and of `Plan (1)` not `Plan (1) (1)` but `Plan (2)`, the lowest
 * free number that follows (canvases contract 5.5). Cut so that it stays a name.
 */
export function numberedName(view: View, kind: Kind, index: string, folder: string, name: string): string {
  const [, base, counted] = /^(.+) \(([1-9]\d{0,8})\)$/su.exec(name) ?? [];
  for (let number = Number(counted ?? 0) + 1; ; number++) {
    const ending = ` (${number})`;
    const candidate = cut(base ?? name, LONGEST - ending.length) + ending;
    if (!isTaken(view, kind, index, folder, candidate)) return candidate;
  }
}

/** Characters of a name. */
const LONGEST = 255;

const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : [...text].slice(0, characters).join('');

const isTaken = (view: View, kind: Kind, index: string, folder: string, name: string): boolean =>
  view.by(kind, index, namedIn(folder, name)).length > 0;
