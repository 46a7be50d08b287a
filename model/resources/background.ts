import { editable, type Fields, initialValues, readonly, secret, type Type } from '../field.ts';
import type { View } from '../hooks.ts';
import { Schema } from '../json-schema.ts';
import { eitherOf, refuse } from '../refusal.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Bool, Colour, Num, noFile, Parts, State, StoredFile, Text } from '../types.ts';
import { assetsOf } from '../widgets/file.ts';

const types = ['solid_color', 'haze', 'image'] as const;
type BackgroundType = (typeof types)[number];
/** Other words that two clients send. */
const spellings: readonly string[] = ['solid', 'color'];

const BackgroundType: Type<BackgroundType> = {
  schema: Schema.Enum([...types]),
  accepts: Schema.Enum([...types, ...spellings]),
  read(value, key) {
    if (typeof value !== 'string') throw refuse.wrongType(key, 'a string');
    if (spellings.includes(value)) return 'solid_color';
    if (!types.includes(value as BackgroundType)) {
      throw refuse.invalid(`Invalid background type ${value.slice(0, 100)}: it must be ${eitherOf(types)}`);
    }
    return value as BackgroundType;
  },
};

const share = Num({ min: 0 });
/** Defaults that clients know from another server. */
const haze = { color1: '#000000ff', color2: '#165ad0ff', speed: 0.5, scale: 8 };
const grid = { visible: true, color: '#525160ff' };
const image = { hash: '', fit: 'fit' };

/**
 * What lies behind everything on a canvas: one record of its scope, or the defaults when there is none. Sub-keys of `haze`,
 * `grid` and `image` may be sent one by one (interface/canvases 8).
 */
export const Background = defineResource({
  name: 'Background',
  fields: {
    id: readonly(Text(), 'background'),
    type: editable(BackgroundType, 'solid_color', { example: 'haze' }),
    background_color: editable(Colour, '#25242dff', { aliases: ['color'] }),
    haze: editable(
      Parts<typeof haze>({ color1: Colour, color2: Colour, speed: share, scale: share }, () => haze),
      haze,
    ),
    grid: editable(
      Parts<typeof grid>({ visible: Bool, color: Colour }, () => grid),
      grid,
    ),
    image: editable(
      Parts<typeof image>({ hash: Text({ max: 255 }), fit: Text({ max: 255, empty: false }) }, () => image),
      image,
      {
        about:
          '`hash` of an asset of this canvas, empty for none; `fit`: `fit` (the same as `contain`), `fill`, `contain`, `cover`',
      },
    ),
    file: secret(StoredFile, noFile),
  },
  assets: ({ image: { hash }, file }) => assetsOf({ hash, file, original_filename: '' }),
  content: true,
});

export type Background = RecordOf<typeof Background>;

export const backgroundOf = (view: View): Background =>
  view.get(Background, Background.fields.id.initial()) ?? initialValues(Background.fields);

/** The fields of an answer: all but the id, and the state, which no record holds. */
export const backgroundFields: Fields = {
  ...Object.fromEntries(Object.entries(Background.fields as Fields).filter(([name]) => name !== 'id')),
  state: readonly(State, 'normal'),
};
