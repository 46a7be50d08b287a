import { randomBytes } from 'node:crypto';
import { initialValues } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { Folder, rootFolder } from '../../model/resources/folder.ts';
import { ALL_USERS, Group } from '../../model/resources/group.ts';
import { Server } from '../../model/resources/server.ts';
import { FIRST_USER, GUEST, User, userByEmail } from '../../model/resources/user.ts';
import { insertRecord } from '../../model/writing.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Store, Transaction } from '../store/store.ts';

interface AdministratorSettings {
  readonly adminEmail: string;
  /** Empty: one is generated. */
  readonly adminPassword: string;
}

/** Where a generated password outlives this process. */
interface Kept {
  read(): string | undefined;
  /** On disk when it returns. Throws one line for a person. */
  write(password: string): void;
  remove(): void;
}

export interface FirstStart {
  readonly email: string;
  /** Only when it was generated. */
  readonly generatedPassword: string | undefined;
}

/** What a start makes and finds of the first administrator. */
export interface Met {
  /** When this start made the administrator, or an earlier one could not tell the password. */
  readonly firstStart: FirstStart | undefined;
  /** For whoever started it, one line each. */
  readonly warnings: readonly string[];
}

/** Makes what a first start makes, the administrator among them. */
export async function meetAdministrator(
  store: Store,
  settings: AdministratorSettings,
  passwords: Passwords,
  kept: Kept,
): Promise<Met> {
  const made = await firstStart(store, settings, passwords, kept);
  const isIgnored = !made && (await isPasswordIgnored(store, settings, passwords));
  return { firstStart: made ?? (await untold(store, passwords, kept)), warnings: isIgnored ? [ignoredPassword] : [] };
}

const ignoredPassword =
  'EASEL_ADMIN_PASSWORD has no effect: the administrator was made by an earlier start, and has another password by now. Unset it; easel user reset-password sets a new one';

/**
 * Makes everything built in as one commit on the empty directory, so that of several nodes exactly one makes it.
 * Undefined when that was done before, by an earlier start or another node; the settings have no effect then.
 * A generated password is kept before the commit: an administrator whose password nobody knows must never be durable.
 */
export async function firstStart(
  store: Store,
  settings: AdministratorSettings,
  passwords: Passwords,
  kept: Kept,
): Promise<FirstStart | undefined> {
  if (isStarted(store)) return undefined;
  const generated = settings.adminPassword === '' ? randomBytes(12).toString('base64url') : undefined;
  const password_hash = await passwords.hash(generated ?? settings.adminPassword);
  if (generated !== undefined) kept.write(generated);
  // When it rejects it may be durable all the same: the password stays, and the next start knows
  const made = await store.submit<boolean>({
    scopes: ['directory'],
    author: { id: null, name: '', ip: '' },
    permit: () => {},
    run: (tx) => builtIn(tx, { email: settings.adminEmail, password_hash }),
  });
  // Also one that a start left behind which did not get as far as the commit
  if (!made || generated === undefined) kept.remove();
  return made ? { email: settings.adminEmail, generatedPassword: generated } : undefined;
}

/**
 * The first administrator with the generated password, as long as that is kept: the start that made them ended before it told
 * anybody, at a port in use for example. A password that is no longer theirs is removed and not given.
 */
async function untold(store: Store, passwords: Passwords, kept: Kept): Promise<FirstStart | undefined> {
  const generatedPassword = kept.read();
  const administrator = store.directory.get(User, FIRST_USER);
  if (!generatedPassword) return undefined;
  if (administrator && (await passwords.verify(administrator.password_hash, generatedPassword))) {
    return { email: administrator.email, generatedPassword };
  }
  kept.remove();
  return undefined;
}

/** For a start that is not the first: a password is set, and it is not that of the account for which it was meant. */
async function isPasswordIgnored(
  store: Store,
  { adminEmail, adminPassword }: AdministratorSettings,
  passwords: Passwords,
): Promise<boolean> {
  if (adminPassword === '') return false;
  return !(await passwords.verify(userByEmail(store.directory, adminEmail)?.password_hash, adminPassword));
}

const isStarted = (store: Store): boolean => store.directory.get(Server, 'server') !== undefined;

function* builtIn(tx: Transaction, administrator: Pick<User, 'email' | 'password_hash'>): Work<boolean> {
  const { directory } = tx;
  if (directory.get(Server, 'server')) return false;
  directory.insert(Server, { id: 'server', server_id: tx.newId() });
  directory.insert(Folder, rootFolder(tx.newId()));
  directory.insert(Group, allUsers);
  yield* insertUser(tx, { id: GUEST, name: 'Guest' });
  const id = tx.nextNumber('User', FIRST_USER);
  yield* insertUser(tx, { ...administrator, id, name: 'admin', admin: true, email_confirmed: true });
  return true;
}

const allUsers: Group = { id: ALL_USERS, name: 'All Users', description: 'All users on this server.', state: 'normal' };

function* insertUser(tx: Transaction, values: Partial<User>): Work {
  const user: User = { ...initialValues(User.fields), email: '', ...values, approved: true };
  yield* insertRecord(User, user, ['approved'], tx.directory);
}
