import { describe, expect, it } from 'vitest';
import type { Control, Editing } from '../../model/editing.ts';
import { type Body, type Field, type Fields, readCreate } from '../../model/field.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { placed } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { editingByType } from '../../web/edit/by-type.ts';
import { MemoryCanvas } from '../kit/memory-canvas.ts';

type AnyEditing = Editing<{ readonly fields: Fields }>;
const made = widgetKinds.filter(({ widget }) => !widget.partOnly);
const editingOf = ({ name }: AnyWidget) => (editingByType as unknown as Readonly<Record<string, AnyEditing>>)[name]!;
const common = Object.keys(placed({ width: 1, height: 1 }, true));
const isWritable = ({ word }: Field) => word === 'editable' || word === 'required';

it('exactly the types that people make say how they are edited', () =>
  expect(Object.keys(editingByType).sort()).toEqual(made.map(({ name }) => name).sort()));

describe.each(made)('editing: $name', (definition) => {
  const { fields } = definition;
  const editing = editingOf(definition);

  it('has a row for each writable field of its own, and for no other', () => {
    const own = Object.keys(fields).filter((key) => isWritable(fields[key]!) && !common.includes(key));
    expect(editing.fields.map(([field]) => field).sort()).toEqual(own.sort());
  });

  it.each(editing.fields.map(([field, control]) => ({ field, control })))(
    'has a control that fits $field',
    ({ field, control }) => {
      expect(fits[control](fields[field]!.type.schema as Schema)).toBe(true);
    },
  );

  it('writes in a text of its own', () => {
    const controls = new Map<string, Control>(editing.fields);
    if (editing.text !== undefined) expect(['line', 'text']).toContain(controls.get(editing.text));
    expect(editing.opens === 'text').toBe(editing.text !== undefined);
  });

  it('makes what the definition takes', () => {
    const body = (editing.made?.({ width: 40, height: 30 }, { background: '#12345678' }) ?? {}) as Body;
    expect(body).toEqual({ ...body, ...readCreateOf(fields, body) });
  });

  it('is put on other widgets where the server takes a parent', () => {
    const { placed, reparent } = definition.widget;
    expect(editing.fixedParent ?? false).toBe(placed && !reparent);
  });

  it('keeps the ratio where the server does', () => {
    expect(editing.resize === 'none').toBe(!definition.widget.placed);
    if (keepsRatio(definition)) expect(editing.resize).toBe('ratio');
  });
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

const fits: Readonly<Record<Control, (schema: Schema) => boolean>> = {
  choice: (schema) => schema.enum !== undefined,
  colour: ({ pattern = '' }) => pattern.startsWith('^#'),
  end: ({ type }) => type === 'object',
  line: ({ type }) => type === 'string',
  number: ({ type }) => type === 'number' || type === 'integer',
  point: ({ type }) => type === 'object',
  switch: ({ type }) => type === 'boolean',
  text: ({ type }) => type === 'string',
};

/** A body need not have the required fields that the person is asked for. */
function readCreateOf(fields: Fields, body: Body): object {
  return readCreate(Object.fromEntries(Object.entries(fields).filter(([key]) => key in body)), body);
}

function keepsRatio(definition: AnyWidget): boolean {
  if (!definition.widget.placed) return false;
  const canvas = new MemoryCanvas();
  const required = Object.entries(definition.fields).filter(([, { word }]) => word === 'required');
  const widget = canvas.create(definition, Object.fromEntries(required.map(([key]) => [key, 'some'])));
  const { size } = canvas.patch(definition, widget, { size: { width: widget.size.width / 2 } });
  return size.height !== widget.size.height;
}
