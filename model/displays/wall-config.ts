import { type Body, editable, type Fields, type Type, type Values } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { apiAccesses, controls } from '../resources/displays/client.ts';
import { patchSchema } from '../schemas.ts';
import { Parts } from '../types/parts.ts';
import { Bool, CanvasOrNone, Int, Name, Nullable, Num, OneOf, Text } from '../types.ts';

/** What an idle wall goes back to. */
const idleEnds = ['rest', 'welcome', 'nothing'] as const;

/** Canvases that the welcome screen offers. */
const welcomeOffers = ['recent', 'all', 'none'] as const;

const WEEK_S = 604_800;

/**
 * Everything that can be set of a wall that is a page, with its default (interface/streaming 3.10). Server, wall and forms share this
 * table; times are in seconds.
 */
const wallFields = {
  name: editable(Name, '', {
    about: 'Installation name; without it the wall keeps the one with which it was paired',
    example: 'lobby-wall',
  }),
  locked: editable(Bool, false, { about: 'The wall itself shows no settings, and its own session may not change them' }),
  access: editable(OneOf(apiAccesses), 'rw', { about: '`api_access` with which it says hello' }),
  control: editable(OneOf(controls), 'owner', { about: '`control` with which it says hello' }),
  contact: editable(Text({ max: 500 }), '', { about: 'Shown on the welcome screen and with errors' }),
  language: editable(Nullable(Text({ max: 35, empty: false })), null, { about: 'null: that of the browser' }),
  theme: editable(Nullable(OneOf(['light', 'dark'])), null, { about: 'null: that of the browser' }),
  scale: editable(Nullable(Num({ min: 1, max: 3 })), null, { about: 'How large controls are; null: by the size of the screen' }),
  open_view: editable(OneOf(['last', 'whole', 'first_anchor']), 'last', {
    about: 'The first view of a canvas: where it was left at this wall, all of it, or its first anchor',
  }),
  default_canvas: editable(Nullable(CanvasOrNone), null, {
    about: 'Opened when there is nothing to show; empty: one that you may not view',
  }),
  welcome: editable(
    Parts({ canvases: OneOf(welcomeOffers) }, () => ({ canvases: 'recent' as const })),
    { canvases: 'recent' },
    {
      about: 'Which canvases the welcome screen offers',
    },
  ),
  idle: editable(
    Parts({ after: Int({ min: 0, max: WEEK_S }), to: OneOf(idleEnds) }, () => ({ after: 14_400, to: 'rest' as const })),
    { after: 14_400, to: 'rest' },
    { about: 'When nobody touches it any more: the resting state, the welcome screen, or nothing; after 0: never' },
  ),
  pin: editable(
    Parts({ on_open: Bool, after: Int({ min: 0, max: WEEK_S }) }, () => ({ on_open: false, after: 0 })),
    { on_open: false, after: 0 },
    { about: 'Pins the view when a canvas is opened, or after this long without a move by touch; after 0: not' },
  ),
  panel_min_width: editable(Int({ min: 0, max: 20_000 }), 860, { about: 'Narrower workspaces show no information panel' }),
} as const satisfies Fields;

export type WallConfig = Values<typeof wallFields>;
/** Only what somebody has set. */
export type SetConfig = Partial<WallConfig>;

/** What a wall goes by: what is set, and the default of everything else. */
export const wholeConfig = (set: SetConfig): WallConfig => ({
  ...(Object.fromEntries(Object.entries(wallFields).map(([key, field]) => [key, field.initial()])) as WallConfig),
  ...set,
});

/** A configuration in a body: merged with what is set, and a key that is null is as if it was never set. Other keys are ignored. */
export const installationConfig: Type<SetConfig> = {
  schema: Schema.Object(
    Object.fromEntries(
      Object.entries(wallFields).map(([key, { type, about }]) => [key, Schema.Optional({ ...type.schema, description: about })]),
    ),
  ),
  accepts: patchSchema('WallConfig', wallFields),
  read(value, key, previous = {}) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse.wrongType(key, 'an object');
    const next: Record<string, unknown> = { ...previous };
    for (const [name, field] of Object.entries(wallFields)) {
      const sent = (value as Body)[name];
      if (sent === undefined) continue;
      if (sent === null) delete next[name];
      else next[name] = (field.type as Type<unknown>).read(sent, `${key}.${name}`, next[name] ?? field.initial());
    }
    return next as SetConfig;
  },
};
