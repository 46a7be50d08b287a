import type { Texts } from '../../texts/page.ts';
import { kindWords } from './labels.ts';

/** Something that somebody else did to a widget. */
export interface WidgetEvent {
  readonly id: string;
  readonly did: 'added' | 'changed' | 'removed';
  readonly widget_type: string;
  readonly name: string;
  /** The anchor in which it lies; `''`: none. */
  readonly under: string;
}

/** More sentences nobody listens to. */
const MOST = 3;

/** What happened, in few words: one widget by its name, several by their number, those of one kind and anchor together. */
export function summarise(happenings: readonly WidgetEvent[], words: Texts['outline']): string {
  const groups = new Map<string, WidgetEvent[]>();
  for (const one of happenings) {
    const key = `${one.did} ${one.widget_type} ${one.under}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  const largest = [...groups.values()].sort((one, other) => other.length - one.length);
  const told = largest.length > MOST ? joined(happenings) : largest;
  return told.map((group) => `${sentence(group, words)}.`).join(' ');
}

/** Too many kinds and places to name: together by what was done. */
function joined(happenings: readonly WidgetEvent[]): WidgetEvent[][] {
  return (['added', 'changed', 'removed'] as const)
    .map((did) => happenings.filter((one) => one.did === did))
    .filter((group) => group.length > 0);
}

function sentence(group: readonly WidgetEvent[], words: Texts['outline']): string {
  const [first, second] = group;
  const { did, name } = first!;
  const kind = isShared(group, 'widget_type') ? kindWords(first!.widget_type, words) : words.things;
  const under = isShared(group, 'under') ? first!.under : '';
  return second ? words.many(did, group.length, kind, under) : words.one(did, kind, name, under);
}

const isShared = (group: readonly WidgetEvent[], key: 'widget_type' | 'under'): boolean =>
  group.every((one) => one[key] === group[0]![key]);

/** Gathers what happens until it is told. What one widget went through is one happening, or none if it came and went. */
export class Tally {
  readonly #byId = new Map<string, WidgetEvent>();

  get size(): number {
    return this.#byId.size;
  }

  note(happening: WidgetEvent): void {
    const { id, did } = happening;
    const before = this.#byId.get(id)?.did;
    this.#byId.delete(id);
    if (before === 'added' && did === 'removed') return;
    const is = before === 'added' ? 'added' : before === 'removed' && did === 'added' ? 'changed' : did;
    this.#byId.set(id, { ...happening, did: is });
  }

  /** All of it, which is forgotten then. */
  take(): WidgetEvent[] {
    const all = [...this.#byId.values()];
    this.#byId.clear();
    return all;
  }
}
