import type { Listed, ListedFolder } from '../listed.ts';
import type { Person } from '../offers.ts';

/** What the page around a menu knows. */
export interface Around {
  readonly person: Person;
  readonly folders: ReadonlyMap<string, ListedFolder>;
  readonly go: (address: string) => void;
  readonly select: (one: Listed) => void;
}
