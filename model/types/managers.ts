import type { Type } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { List } from './list.ts';
import { Int } from './number.ts';

/** A user or a group. */
export type Manager = { readonly user_id: number } | { readonly group_id: number };

const schema = Schema.Union([Schema.Object({ user_id: Schema.Integer() }), Schema.Object({ group_id: Schema.Integer() })]);

const OneManager: Type<Manager> = {
  schema,
  accepts: schema,
  read(value, key) {
    const { user_id, group_id } = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const isUser = (user_id ?? null) !== null;
    if (isUser === ((group_id ?? null) !== null)) throw refuse.invalid(`${key} must have either user_id or group_id`);
    if (isUser) return { user_id: Int().read(user_id, `${key}.user_id`, undefined) };
    return { group_id: Int().read(group_id, `${key}.group_id`, undefined) };
  },
};

/** Users and groups who may steer a wall. */
export const Managers = List(OneManager, { max: 100 });
