import { type Fields, readonly } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { optional } from '../types/not-sent.ts';
import { Bool, OneOf } from '../types.ts';
import { permissions } from './permission.ts';

/** What answers say of a canvas or folder besides its own fields; it depends on the caller. */
export const derived: Fields = {
  access: readonly(OneOf(permissions), 'none', {
    about: "The caller's; `none` only in a stream, when it was lost.",
    example: 'owner',
  }),
  in_trash: readonly(Bool, false, { about: 'Some folder above is a trash folder.' }),
};

/** What the creates of canvases and folders have in common. */
export const newItem = {
  name: optional(Schema.String(), 'Empty or not sent: a default name that is free'),
  folder_id: optional(Schema.String(), 'Where it is made; by default in the home folder'),
};
