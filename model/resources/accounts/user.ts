import { audited, became, updatedFields } from '../../audit.ts';
import { exampleIds } from '../../example-ids.ts';
import { editable, readonly, required, secret, type Values } from '../../field.ts';
import type { About, View, Writer } from '../../hooks.ts';
import { Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { defineResource } from '../../resource.ts';
import { createSchema, patchSchema, withKeys } from '../../schemas.ts';
import { orNull } from '../../types/not-sent.ts';
import { Bool, Int, Name, State, Text, Time, TimeOrNever } from '../../types.ts';
import { configValue } from '../config/server-config.ts';
import { Folder, homeFolders } from '../folder.ts';
import { EmailAddress } from './email-address.ts';

/** The identity of anonymous access: no password, no login, no tokens (interface/auth 3). */
export const GUEST = 100;
/** The administrator that the first start makes. */
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
  email_claimed: secret(Bool, false, {
    about: 'The user wrote the address over a confirmed one, and nobody has proven that it is theirs.',
  }),
};
export type User = Values<typeof fields>;

const password = orNull(Schema.String({ format: 'password' }), 'Of the least length that server-config says');
const newPassword = Schema.Optional({ ...password, examples: ['correct-horse-battery'] });
const confirmation = Schema.Optional(
  orNull(Schema.Boolean(), '`true` marks the e-mail address as confirmed; `false` is refused when it is'),
);

export const User = defineResource({
  name: 'User',
  version: 2,
  migrate: (old) => ({ ...old, email_claimed: false }),
  key: userKey,
  fields,
  indexes: {
    email: (user) => (user.email === '' ? undefined : user.email.toLowerCase()),
    administrators: (user) => (isAbleAdministrator(user) ? 'able' : undefined),
    unconfirmed: (user) => (user.email_confirmed || user.id === GUEST ? undefined : 'unconfirmed'),
  },
  // Each of the later changes has an action of its own, whichever endpoint makes it
  audit: audited<User>({
    noun: 'User',
    type: 'user',
    changes: [
      updatedFields('User updated', { name: 'name', email: 'email', admin: 'admin' }),
      became('User blocked', 'blocked', true),
      became('User unblocked', 'blocked', false),
      became('User approved', 'approved', true),
      became('Email confirmed', 'email_confirmed', true),
      claimConfirmed,
      became('Password changed', 'password_hash'),
    ],
  }),
  hooks: {
    prepare(next, { sent, previous, view, now }) {
      if (previous) return;
      next.created_at = now;
      if (!sent.has('approved')) next.approved = !configValue(view, 'authentication.require_admin_approval');
    },
    check: checkUser,
    removing(user, view) {
      if (user.id === GUEST) throw refuse.denied();
      refuseLosingLastAdministrator(view, user, undefined);
    },
    *created(user, writer) {
      for (const { kind, record } of homeFolders(user, writer)) writer.insert(kind, record);
    },
    changed: renameHome,
  },
  collection: {
    folder: 'accounts',
    path: '/users',
    param: 'user_id',
    scope: 'directory',
    tag: {
      name: 'Users',
      about: 'Accounts. Each has a home folder with a trash folder in it; the Guest stands for anonymous callers.',
    },
    firstId: FIRST_USER,
    verbs: {
      list: { who: 'signedIn', summary: 'All users, the Guest included' },
      get: {
        who: 'signedIn',
        summary: 'One user',
        about: 'In the path of every GET, `me` in place of the id is the user of the credential.',
      },
      create: {
        who: 'administrator',
        summary: 'Creates a user with home and trash folders',
        about:
          'Without a password the user is sent a mail to choose one, and cannot sign in before. The account counts as confirmed, so it may sign in at once.',
        body: withKeys(createSchema('User', fields), { password: newPassword }),
        refusals: [409],
      },
      update: {
        who: 'selfOrAdministrator',
        summary: 'Changes what is sent of a user',
        about:
          'People change their own name and e-mail address; everything else is for administrators. `approved` goes from false to true only, and the last administrator stays one.',
        body: withKeys(patchSchema('User', fields), {
          password: Schema.Optional(password),
          need_email_confirmation: confirmation,
        }),
        refusals: [409],
      },
      delete: {
        who: 'administrator',
        summary: 'Deletes a user with all that goes with it',
        about:
          'Its folders with all canvases in them, its memberships, permissions and tokens go, too; its streams end. The Guest and the last administrator stay.',
        refusals: [409],
      },
    },
  },
});

/** To be written when somebody proves to have the address of the account, or an administrator says so. */
export const CONFIRMED = { email_confirmed: true, email_claimed: false } as const satisfies Partial<User>;

function claimConfirmed(before: User, after: User): { readonly action: string } | undefined {
  const isConfirmed = before.email_claimed && !after.email_claimed && before.email === after.email;
  return isConfirmed ? { action: 'Email confirmed' } : undefined;
}

/** The user with this address, in any letter case. */
export function userByEmail(view: View, email: string): User | undefined {
  return email === '' ? undefined : view.by(User, 'email', email.toLowerCase())[0];
}

/** Refuses a change that leaves no administrator. `after` undefined: the user is deleted. */
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

/** A home folder is named like its user (interface/canvases 3.1). */
function renameHome(user: User, previous: User, writer: Writer): void {
  if (user.name === previous.name) return;
  const home = writer.get(Folder, String(user.id));
  if (home) writer.update(Folder, { ...home, name: user.name });
}
