import type { Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { counted, Num } from './number.ts';
import { WidgetId } from './text.ts';

/** A place right above or below a sibling. */
export interface Beside {
  readonly side: 'above' | 'below';
  readonly id: string;
}

const number = counted(Num({ min: 1, max: 1e15 }), Num({ min: 1 }));

/**
 * Stacking order among siblings; higher draws on top (interface/widgets 1.5). A body may also name a sibling, `{"above": id}` or
 * `{"below": id}`: then `read` keeps the stored number, and the hooks of widgets find the one that is meant.
 */
export const Depth: Type<number> = {
  schema: number.schema,
  accepts: Schema.Union([
    number.accepts,
    Schema.Object({ above: WidgetId.accepts }, { description: 'Right above this sibling' }),
    Schema.Object({ below: WidgetId.accepts }, { description: 'Right below this sibling' }),
  ]),
  read(value, key, previous) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return number.read(value, key, previous);
    readBeside(value, key);
    return previous ?? 1;
  },
};

/** The place that a body asks for. 400 unless exactly one sibling is named. */
export function readBeside(value: object, key: string): Beside {
  const { above = null, below = null } = value as { readonly above?: unknown; readonly below?: unknown };
  if ((above === null) === (below === null)) throw refuse.invalid(`${key} must have either above or below`);
  const side = above === null ? 'below' : 'above';
  return { side, id: WidgetId.read(above ?? below, `${key}.${side}`, undefined) };
}
