import type { Person } from '../offers.ts';
import type { Place, Visible } from '../places.ts';
import type { Tree } from '../tree.ts';

/** What the parts of a place are told about it and about the person who looks at it. */
export interface DeskProps {
  readonly place: Place;
  readonly person: Person & { readonly name: string };
  readonly tree: Tree;
  readonly visible: Visible;
  readonly compare: (a: string, b: string) => number;
  readonly go: (address: string) => void;
}
