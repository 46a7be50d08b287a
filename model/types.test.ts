import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherValues, validator, valuesOf } from '../test/kit/arbitrary.ts';
import { editable, required, type Type } from './field.ts';
import { Schema } from './json-schema.ts';
import { Refusal } from './refusal.ts';
import * as types from './types.ts';
import { CanvasSize } from './widgets/shared-canvas.ts';

const { Text, OneOf, Num, Int, Point, Size, ConnectorEnd, List, Shape, Bodies, LaterBody, Nullable } = types;

const lamp = Shape('Lamp', { name: required(Text({ max: 5 })), lit: editable(types.Bool, true) });

/** Every exported type; types made with options appear once with each kind of option. */
const examples: Readonly<Record<string, Type<unknown>>> = {
  ...Object.fromEntries(Object.entries(types).filter(([, type]) => typeof type === 'object' && 'read' in type)),
  CanvasSize,
  Text: Text(),
  'Text of 5': Text({ max: 5 }),
  'Text not empty': Text({ empty: false }),
  OneOf: OneOf(['curve', 'right-angle']),
  'OneOf in any case': OneOf(['playing', 'paused'], { anyCase: true }),
  Num: Num(),
  'Num between': Num({ min: -1, max: 1 }),
  Int: Int(),
  'Int between': Int({ min: 0, max: 9 }),
  Point: Point(),
  Size: Size({ width: 1, height: 2 }),
  ConnectorEnd: ConnectorEnd('none'),
  List: List(Text({ max: 5 }), { max: 3 }),
  'List of objects': List(lamp, { max: 3 }),
  Shape: lamp,
  Bodies: Bodies(Schema.Object({}), { max: 3 }),
  LaterBody: LaterBody(Schema.Object({})),
  Nullable: Nullable(lamp),
};

it('covers every type that is exported', () => {
  const made = Object.entries(types).filter(([, type]) => typeof type === 'function');
  const others = ['readString', 'readBeside', 'counted', 'isUuid', 'Parts', 'workspaceOf', 'within'];
  expect(made.map(([name]) => name).filter((name) => !(name in examples) && !others.includes(name))).toEqual([]);
});

const refused = (type: Type<unknown>, value: unknown, previous?: unknown): boolean => {
  try {
    type.read(value, 'key', previous);
    return false;
  } catch (cause) {
    expect(cause).toBeInstanceOf(Refusal);
    expect((cause as Refusal).status).toBe(400);
    return true;
  }
};

describe.each(Object.entries(examples))('%s', (_name, type) => {
  const isShown = validator(type.schema);

  it('has an example that an answer may hold, if it has one', () => {
    if (type.example !== undefined) expect([type.example, isShown(type.example)]).toEqual([type.example, true]);
  });

  it('reads whatever a create body may hold into a value that an answer may hold', () => {
    fc.assert(
      fc.property(valuesOf(type.accepts), (value) => {
        expect(isShown(type.read(value, 'key', undefined))).toBe(true);
      }),
    );
  });

  it('reads whatever a PATCH body may hold into a value that an answer may hold', () => {
    fc.assert(
      fc.property(valuesOf(type.schema), valuesOf(type.patches ?? type.accepts), (previous, value) => {
        expect(isShown(type.read(value, 'key', previous))).toBe(true);
      }),
    );
  });

  it('refuses every other value of a create body with 400', () => {
    fc.assert(
      fc.property(otherValues(type.accepts), (value) => {
        fc.pre(value !== null);
        expect(refused(type, value)).toBe(true);
      }),
    );
  });

  it('refuses every other value of a PATCH body with 400', () => {
    const accepts = type.patches ?? type.accepts;
    fc.assert(
      fc.property(valuesOf(type.schema), otherValues(accepts), (previous, value) => {
        fc.pre(value !== null);
        expect(refused(type, value, previous)).toBe(true);
      }),
    );
  });
});

const textOf = (type: Type<unknown>, value: unknown, key: string): string => {
  try {
    type.read(value, key, undefined);
  } catch (cause) {
    return (cause as Refusal).message;
  }
  return '';
};

describe('a refusal names the key and the rule', () => {
  it.each([
    [Text(), 5, 'title must be a string'],
    [Text({ max: 3 }), 'long', 'title is too long: at most 3 characters'],
    [Text({ empty: false }), '', 'title must not be empty'],
    [types.Name, ' ', 'title must not be empty'],
    [types.Name, 'x'.repeat(256), 'title is too long: at most 255 characters'],
    [types.Bool, 'true', 'title must be a boolean'],
    [types.Depth, 0.5, 'title must be at least 1'],
    [types.Scale, 0, 'title must be greater than 0'],
    [Num(), Number.POSITIVE_INFINITY, 'title must be a number'],
    [Int(), 1.5, 'title must be an integer'],
    [types.Colour, 'red', 'Invalid color red: title must be #RRGGBB or #RRGGBBAA'],
    [OneOf(['curve', 'straight', 'right-angle']), 'x', 'title must be curve, straight or right-angle'],
    [Point(), [1, 2], 'title must be an object'],
    [Point(), { x: '1' }, 'title.x must be a number'],
    [Size({ width: 1, height: 1 }), { width: 0 }, 'title.width must be greater than 0'],
    [ConnectorEnd('none'), {}, 'title.id parameter is missing'],
    [types.Numbers, {}, 'title must be an array'],
    [types.PixelSize, { width: 1.5, height: 1 }, 'title.width must be an integer'],
    [types.PixelSize, { width: 1 }, 'title.height parameter is missing'],
    [types.Resolution, { width: -1 }, 'title.width must be at least 0'],
    [types.ViewRectangle, { width: 0, height: 1 }, 'title.width must be greater than 0'],
    [types.LaxBool, 'yes', 'title must be a boolean'],
    [types.CanvasOrNone, 'wall', 'title must be a UUID, or empty'],
    [types.OutputSource, 'workspace-01', 'Invalid source workspace-01'],
    [types.InputId, 'front camera', 'title must be 1 to 128 letters, digits, dots, dashes or underscores'],
    [List(Int(), { max: 2 }), {}, 'title must be an array'],
    [List(Int(), { max: 2 }), [1, 2, 3], 'title must have at most 2 elements'],
    [List(Int(), { max: 2 }), [1, '2'], 'title[1] must be an integer'],
    [lamp, {}, 'title.name parameter is missing'],
    [List(lamp, { max: 2 }), [{ name: 'a' }, { name: 'b', lit: 1 }], 'title[1].lit must be a boolean'],
    [Bodies(Schema.Object({}), { max: 2 }), [{}, []], 'title[1] must be an object'],
    [LaterBody(Schema.Object({})), [], 'title must be an object'],
    [CanvasSize, { width: 1199 }, 'Canvas width must be at least 1200 and height must be at least 800'],
  ] as const)('%# %s', (type, value, text) => {
    expect(textOf(type, value, 'title')).toBe(text);
  });
});

describe('values', () => {
  it('counts characters, not UTF-16 units', () => {
    expect(Text({ max: 2 }).read('😀😀', 'text', undefined)).toBe('😀😀');
  });

  it('keeps a colour exactly as it was sent', () => {
    expect(types.Colour.read('#AbCdEf', 'color', undefined)).toBe('#AbCdEf');
  });

  it('reads ids in any letter case and stores lower case', () => {
    const id = '5B0C9F6E-7D1A-4C38-9F27-2F4F6F0C1D11';
    expect(types.Uuid.read(id, 'id', undefined)).toBe(id.toLowerCase());
    expect(types.ParentId.read(id, 'id', undefined)).toBe(id.toLowerCase());
  });

  it('merges the sub-keys of a PATCH with the stored value and ignores nulls', () => {
    expect(Point().read({ y: 7, x: null }, 'location', { x: 1, y: 2 })).toEqual({ x: 1, y: 7 });
  });

  it('reads the words of a boolean and the workspace of a source', () => {
    expect(['true', 'false', true].map((sent) => types.LaxBool.read(sent, 'pinned', undefined))).toEqual([true, false, true]);
    expect(['workspace-12', 'workspace-', '', types.Uuid.example!].map(types.workspaceOf)).toEqual([
      12,
      ...[undefined, undefined, undefined],
    ]);
  });

  it('chooses the attachment point by itself unless rel_location was sent', () => {
    const end = ConnectorEnd('none');
    expect(end.read({ id: 'a' }, 'src', undefined)).toMatchObject({ auto_location: true, rel_location: { x: 0.5, y: 0.5 } });
    expect(end.read({ id: 'a', rel_location: { x: 1 } }, 'src', undefined)).toMatchObject({
      auto_location: false,
      rel_location: { x: 1, y: 0.5 },
    });
  });
});
