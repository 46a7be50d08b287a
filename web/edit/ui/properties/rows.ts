import type { Body } from '../../../../model/field.ts';
import type { Item } from '../../../live/board.ts';
import { isPlaced } from '../../../live/forms.ts';
import { editingByType } from '../../by-type.ts';
import { hasFixedParent } from '../../commands/reparent.ts';

/** A field of a widget, or a part of one. */
export interface Row {
  /** The path in the record, such as `size.width`. */
  readonly path: string;
  readonly control: 'choice' | 'colour' | 'display' | 'line' | 'number' | 'parent' | 'switch' | 'text' | 'widget';
  /** What a choice offers. */
  readonly choices?: readonly string[];
  /** What is shown for one in the record. Default 1. */
  readonly factor?: number;
  /** What is shown for 0 in the record. Default 0. */
  readonly first?: number;
  /** Whether the record lets it be written now. Default: always. */
  readonly isOpen?: (widget: Item['widget']) => boolean;
}

export type Value = string | number | boolean;

/** What can be changed of all of these widgets, those of the type before those that all have. */
export function rowsOf(items: readonly Item[]): Row[] {
  const [first, ...others] = items.map(rowsOfOne);
  return (first ?? []).filter(({ path, control }) =>
    others.every((rows) => rows.some((row) => row.path === path && row.control === control)),
  );
}

/** What a path says in all of them; undefined: not the same everywhere. */
export function sharedValue(items: readonly Item[], path: string): Value | undefined {
  const values = new Set(items.map(({ widget }) => read(widget, path)));
  return values.size === 1 ? (values.values().next().value as Value) : undefined;
}

/** The body of an update that sets one path. */
export const bodyOf = (path: string, value: Value): Body =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Body;

const read = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], record);

function rowsOfOne({ widget }: Item): Row[] {
  const editing = (editingByType as Readonly<Record<string, Fields | undefined>>)[widget.widget_type];
  const own = (editing?.fields ?? []).flatMap(([field, control]) => partsOf(field, control));
  const all = [...own, ...(isPlaced(widget) ? placed : [])];
  return all.filter(({ isOpen }) => isOpen?.(widget) ?? true);
}

interface Fields {
  readonly fields: readonly (readonly [field: string, control: string])[];
}

/** Pinned widgets stay where they lie, for fields as for hands. */
const isFree = (widget: Item['widget']): boolean => isPlaced(widget) && !widget.pinned;

const placed: readonly Row[] = [
  { path: 'location.x', control: 'number', isOpen: isFree },
  { path: 'location.y', control: 'number', isOpen: isFree },
  { path: 'size.width', control: 'number', isOpen: isFree },
  { path: 'size.height', control: 'number', isOpen: isFree },
  { path: 'scale', control: 'number', factor: 100, isOpen: isFree },
  { path: 'depth', control: 'number' },
  { path: 'pinned', control: 'switch' },
  { path: 'parent_id', control: 'parent', isOpen: (widget) => isFree(widget) && !hasFixedParent(widget.widget_type) },
];

const choices: Readonly<Record<string, readonly string[]>> = {
  type: ['curve', 'straight', 'right-angle'],
  playback_state: ['stopped', 'playing', 'paused'],
};
const tips: readonly string[] = ['none', 'solid-equilateral-triangle'];

function partsOf(field: string, control: string): Row[] {
  switch (control) {
    case 'choice':
      return [{ path: field, control, choices: choices[field] ?? [] }];
    case 'point':
      return [
        { path: `${field}.x`, control: 'number' },
        { path: `${field}.y`, control: 'number' },
      ];
    case 'end':
      return endRows(field);
    case 'line':
      return [{ path: field, control: field === 'host_id' ? 'display' : control }];
    case 'number':
      // People count pages from 1
      return [{ path: field, control, first: field === 'index' ? 1 : 0 }];
    default:
      return [{ path: field, control: control as Row['control'], ...(field === 'text_color' ? { isOpen: hasOwnLetters } : {}) }];
  }
}

/** A colour of letters that follows the paper cannot be set. */
const hasOwnLetters = (widget: Item['widget']): boolean => !('auto_text_color' in widget && widget.auto_text_color);

function endRows(end: string): Row[] {
  const isFixed = (widget: Item['widget']): boolean => read(widget, `${end}.auto_location`) === false;
  return [
    { path: `${end}.id`, control: 'widget' },
    { path: `${end}.tip`, control: 'choice', choices: tips },
    { path: `${end}.auto_location`, control: 'switch' },
    { path: `${end}.rel_location.x`, control: 'number', factor: 100, isOpen: isFixed },
    { path: `${end}.rel_location.y`, control: 'number', factor: 100, isOpen: isFixed },
  ];
}
