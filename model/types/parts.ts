import type { Body, Type } from '../field.ts';
import { type JsonSchema, Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { orNull } from './not-sent.ts';
import { Bool, Int, Num, Positive } from './number.ts';
import { OneOf, WidgetId } from './text.ts';

type Types<T> = { readonly [K in keyof T]: Type<T[K]> };

/**
 * An object whose sub-keys may be sent one by one. A sub-key that is not sent (or is `null`) keeps its stored value in a
 * PATCH and gets that of `initial` in a create; a create is refused when it leaves out a sub-key that has no initial value
 * (interface/widgets 1.3). Unknown sub-keys are ignored.
 */
export function Parts<T extends object>(types: Types<T>, initial: (sent: Body) => Partial<T>): Type<T> {
  const names = Object.keys(types) as (keyof T & string)[];
  const needed = names.filter((name) => initial({})[name] === undefined);
  return {
    schema: Schema.Object(byName(names, (name) => types[name].schema)),
    accepts: partial(names, (name) => types[name].accepts, needed),
    patches: partial(names, (name) => types[name].patches ?? types[name].accepts, []),
    read(value, key, previous) {
      const sent = readObject(value, key);
      const stored: Partial<T> = previous ?? initial(sent);
      return byName(names, (name) => readPart(types[name], sent[name], `${key}.${name}`, stored[name], previous?.[name])) as T;
    },
    ...(names.some((name) => types[name].refer) ? { refer: referIn(types) } : {}),
  };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Any finite numbers, negative ones too. */
export const Point = (initial: Point = { x: 0, y: 0 }): Type<Point> => Parts<Point>({ x: Num(), y: Num() }, () => initial);

/** Both greater than 0. */
export const Size = (initial: Size): Type<Size> => Parts<Size>({ width: Positive, height: Positive }, () => initial);

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

const lines = Int({ min: 1, max: 100 });

/** 1 to 100 each, 2 when not sent (interface/widgets 10.1). */
export const GridSize: Type<GridSize> = Parts<GridSize>({ columns: lines, rows: lines }, () => ({ columns: 2, rows: 2 }));

export const tips = ['none', 'solid-equilateral-triangle'] as const;

export interface ConnectorEnd {
  readonly id: string;
  readonly rel_location: Point;
  readonly auto_location: boolean;
  readonly tip: (typeof tips)[number];
}

const share = Num({ min: 0, max: 1 });
const middle: Point = { x: 0.5, y: 0.5 };
const RelLocation: Type<Point> = Parts<Point>({ x: share, y: share }, () => middle);

/**
 * Where a connector ends (interface/widgets 9). On create `id` must be sent, and `auto_location` is true
 * unless `rel_location` was sent.
 */
export const ConnectorEnd = (tip: ConnectorEnd['tip']): Type<ConnectorEnd> =>
  Parts<ConnectorEnd>({ id: WidgetId, rel_location: RelLocation, auto_location: Bool, tip: OneOf(tips) }, (sent) => ({
    rel_location: middle,
    auto_location: (sent.rel_location ?? null) === null,
    tip,
  }));

function referIn<T extends object>(types: Types<T>): Type<T>['refer'] {
  const referring = Object.entries(types).filter(([, type]) => (type as Type<unknown>).refer) as [keyof T, Type<T[keyof T]>][];
  return (value, to) => {
    const next = { ...value };
    for (const [name, { refer }] of referring) next[name] = refer!(next[name], to);
    return next;
  };
}

function readObject(value: unknown, key: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse.wrongType(key, 'an object');
  return value as Body;
}

function readPart<V>(type: Type<V>, sent: unknown, key: string, stored: V | undefined, previous: V | undefined): V {
  if (sent !== undefined && sent !== null) return type.read(sent, key, previous);
  if (stored === undefined) throw refuse.missing(key);
  return stored;
}

function partial<N extends string>(names: readonly N[], schema: (name: N) => JsonSchema, needed: readonly N[]): JsonSchema {
  return Schema.Object(
    byName(names, (name) => {
      const sent = schema(name);
      return needed.includes(name) ? sent : Schema.Optional(orNull(sent));
    }),
  );
}

function byName<N extends string, V>(names: readonly N[], value: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>;
}
