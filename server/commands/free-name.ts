import type { View } from '../../model/hooks.ts';
import type { Kind } from '../../model/resource.ts';
import { namedIn } from '../../model/resources/tree.ts';

/**
 * `New canvas`, `New canvas (1)`, … with the lowest number that no sibling of the kind has (canvases contract 5.1).
 * `index` is the kind's index by place and name, so that siblings are not looked through.
 */
export function freeName(view: View, kind: Kind, index: string, folder: string, name: string): string {
  const isTaken = (candidate: string): boolean => view.by(kind, index, namedIn(folder, candidate)).length > 0;
  if (!isTaken(name)) return name;
  let number = 1;
  while (isTaken(`${name} (${number})`)) number++;
  return `${name} (${number})`;
}
