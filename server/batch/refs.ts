import type { Body, Field, Fields } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { Depth } from '../../model/types.ts';

/** Keys inside a value that name a record: the end of a connector, a place in the stack. */
const idKeys = ['id', 'above', 'below'];

/** The records that a batch has made under a name. `@a` in a later operation is the id of the one called `a`. */
export class Refs {
  readonly #ids = new Map<string, string>();

  /** 400 when another record of the batch has this name. */
  refuseTaken(name: string): void {
    if (this.#ids.has(name)) throw refuse.invalid(`ref ${name} is taken`);
  }

  add(name: string, id: string): void {
    this.#ids.set(name, id);
  }

  /** The id that is meant by what was sent where an id may stand. 400 for a name that no earlier operation gave. */
  idOf(sent: string): string {
    if (!sent.startsWith('@')) return sent;
    const id = this.#ids.get(sent.slice(1));
    if (id === undefined) throw refuse.invalid(`${sent.slice(0, 100)} is not known yet`);
    return id;
  }

  /** The body with ids for names, in the fields that name records of the canvas. Texts stay as they are. */
  resolved(fields: Fields, body: Body): Body {
    const next: Record<string, unknown> = { ...body };
    for (const [key, field] of Object.entries(fields)) {
      if (!namesRecords(field)) continue;
      for (const sent of [key, ...field.aliases]) if (Object.hasOwn(body, sent)) next[sent] = this.#in(body[sent]);
    }
    return next;
  }

  #in(value: unknown): unknown {
    if (typeof value === 'string') return this.idOf(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const parts = Object.entries(value).map(([key, part]) => [
      key,
      idKeys.includes(key) && typeof part === 'string' ? this.idOf(part) : part,
    ]);
    return Object.fromEntries(parts);
  }
}

const namesRecords = ({ type }: Field): boolean => type.refer !== undefined || type === Depth;
