import { exampleIds } from '../example-ids.ts';
import { editable, readonly, required, secret, type Values } from '../field.ts';
import type { About, View, Writer } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { type AuditLine, defineResource } from '../resource.ts';
import { Bool, Int, Name, State, Text, Time, TimeOrNever } from '../types.ts';
import { EmailAddress } from './email-address.ts';
import { Folder, homeFolders } from './folder.ts';
import { configValue } from './server-config.ts';

/** The identity of anonymous access: no password, no login, no tokens (auth contract 3). */
export const GUEST = 100;
export const FIRST_USER = 1000;

export const userKey = (id: number): string => `user:${id}`;

const fields = {
  admin: editable(Bool, false, { about: 'Only administrators may set it. Never true for the Guest.' }),
  approved: editable(Bool, false, { about: 'Starts as not `require_admin_approval`; only false to true.' }),
  blocked: editable(Bool, false, { about: 'Only administrators may set it.' }),
  created_at: readonly(Time, ''),
  email: required(EmailAddress, {
    about: 'Login name, unique whatever the case; empty for the Guest.',
    example: 'ada@corp.example',
  }),
  id: readonly(Int({ min: 0 }), 0, { example: exampleIds.user }),
  last_login: readonly(TimeOrNever, '', { about: 'Empty: never.' }),
  name: required(Name, { example: 'Ada Lovelace' }),
  state: readonly(State, 'normal'),
  password_hash: secret(Text(), '', { about: 'Empty: no password, no login with one.' }),
  email_confirmed: secret(Bool, false),
};
export type User = Values<typeof fields>;

export const User = defineResource({
  name: 'User',
  key: userKey,
  fields,
  indexes: {
    email: (user) => (user.email === '' ? undefined : user.email.toLowerCase()),
    administrators: (user) => (isAbleAdministrator(user) ? 'able' : undefined),
  },
  audit: auditUser,
  hooks: {
    prepare(next, { sent, previous, view }) {
      if (previous || sent.has('approved')) return;
      next.approved = !configValue(view, 'authentication.require_admin_approval');
    },
    check: checkUser,
    *created(user, writer) {
      for (const { kind, record } of homeFolders(user, writer)) writer.insert(kind, record);
    },
    changed: renameHome,
  },
});

/** The user with this address, whatever its case. */
export function userByEmail(view: View, email: string): User | undefined {
  return email === '' ? undefined : view.by(User, 'email', email.toLowerCase())[0];
}

/** Refuses what would leave nobody who can administer. `after` undefined: the user is deleted. */
export function refuseLosingLastAdministrator(view: View, before: User, after: User | undefined): void {
  if (!isAbleAdministrator(before) || (after && isAbleAdministrator(after))) return;
  const others = view.by(User, 'administrators', 'able').some((user) => user.id !== before.id);
  if (!others) throw refuse.conflict('Cannot remove the last administrator');
}

const isAbleAdministrator = (user: User): boolean => user.admin && user.approved && !user.blocked;

function checkUser(next: User, { previous, view }: About<User>): void {
  if (previous?.approved && !next.approved) throw refuse.invalid('approved can only change from false to true');
  const owner = userByEmail(view, next.email);
  if (owner && owner.id !== next.id) throw refuse.conflict('Email is already in use');
  if (previous) refuseLosingLastAdministrator(view, previous, next);
}

/** A home folder is named like its user (canvases contract 3.1). */
function renameHome(user: User, previous: User, writer: Writer): void {
  if (user.name === previous.name) return;
  const home = writer.get(Folder, String(user.id));
  if (home) writer.update(Folder, { ...home, name: user.name });
}

function auditUser(before: User | undefined, after: User | undefined): AuditLine[] {
  const user = (after ?? before)!;
  const line = (action: string, details?: AuditLine['details']): AuditLine => ({
    action,
    target_type: 'user',
    target_id: String(user.id),
    target_name: user.name,
    ...(details && { details }),
  });
  if (!before) return [line('User created')];
  if (!after) return [line('User deleted')];
  const changed = (['name', 'email', 'admin'] as const).filter((field) => before[field] !== after[field]);
  return [
    ...(changed.length > 0 ? [line('User updated', { changed })] : []),
    ...ownActions.filter(([, is]) => is(before, after)).map(([action]) => line(action)),
  ];
}

/** Changes that have an action of their own, whichever endpoint makes them. */
const ownActions: readonly (readonly [action: string, is: (before: User, after: User) => boolean])[] = [
  ['User blocked', (before, after) => !before.blocked && after.blocked],
  ['User unblocked', (before, after) => before.blocked && !after.blocked],
  ['User approved', (before, after) => !before.approved && after.approved],
  ['Email confirmed', (before, after) => !before.email_confirmed && after.email_confirmed],
  ['Password changed', (before, after) => before.password_hash !== after.password_hash],
];
