import { randomBytes } from 'node:crypto';
import { initialValues } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { ALL_USERS, Group } from '../../model/resources/accounts/group.ts';
import { FIRST_USER, GUEST, User, userByEmail } from '../../model/resources/accounts/user.ts';
import { Folder, rootFolder } from '../../model/resources/folder.ts';
import { Server } from '../../model/resources/server.ts';
import { insertRecord } from '../../model/writing.ts';
import type { Passwords } from '../access/authentication/passwords.ts';
import { SERVER, type Store, type Transaction } from '../store/store.ts';

interface AdministratorSettings {
  readonly adminEmail: string;
  /** Empty: generate one. */
  readonly adminPassword: string;
}

/** Stores a generated password beyond the end of this process. */
interface PasswordFile {
  read(): string | undefined;
  /** Returns once the password is on disk. Throws one line for a person. */
  write(password: string): void;
  remove(): void;
}

export interface FirstStart {
  readonly email: string;
  /** Set only when it was generated. */
  readonly generatedPassword: string | undefined;
}

/** What a start makes of the first administrator, or finds. */
export interface FirstAdministrator {
  /** Set when this start made the administrator, or when an earlier one could not show the password. */
  readonly firstStart: FirstStart | undefined;
  /** One line each, for the operator. */
  readonly warnings: readonly string[];
}

/** Makes everything that a first start makes, including the administrator. */
export async function meetAdministrator(
  store: Store,
  settings: AdministratorSettings,
  passwords: Passwords,
  kept: PasswordFile,
): Promise<FirstAdministrator> {
  const made = await firstStart(store, settings, passwords, kept);
  const isIgnored = !made && (await isPasswordIgnored(store, settings, passwords));
  return { firstStart: made ?? (await untold(store, passwords, kept)), warnings: isIgnored ? [ignoredPassword] : [] };
}

const ignoredPassword =
  'EASEL_ADMIN_PASSWORD has no effect: the administrator was made by an earlier start, and has another password by now. Unset it; easel user reset-password sets a new one';

/**
 * Makes everything built in as one commit on the empty directory, so that only one of several nodes makes it.
 * Undefined when an earlier start or another node has done so; the settings then have no effect.
 * A generated password is written to disk before the commit: an administrator whose password nobody knows must never be durable.
 */
export async function firstStart(
  store: Store,
  settings: AdministratorSettings,
  passwords: Passwords,
  kept: PasswordFile,
): Promise<FirstStart | undefined> {
  if (isStarted(store)) return undefined;
  const generated = settings.adminPassword === '' ? randomBytes(12).toString('base64url') : undefined;
  const password_hash = await passwords.hash(generated ?? settings.adminPassword);
  if (generated !== undefined) kept.write(generated);
  // Even when this rejects, the commit may be durable: then the password file stays, and the next start shows the password
  const made = await store.submit<boolean>({
    scopes: ['directory'],
    author: SERVER,
    permit: () => {},
    run: (tx) => builtIn(tx, { email: settings.adminEmail, password_hash }),
  });
  // Also removes the file of a start that ended before its commit
  if (!made || generated === undefined) kept.remove();
  return made ? { email: settings.adminEmail, generatedPassword: generated } : undefined;
}

/**
 * The first administrator with the generated password, if the password file still exists: then the start that made it ended
 * before it showed the password, for example because of a port in use. Removes a password that is no longer valid.
 */
async function untold(store: Store, passwords: Passwords, kept: PasswordFile): Promise<FirstStart | undefined> {
  const generatedPassword = kept.read();
  const administrator = store.directory.get(User, FIRST_USER);
  if (!generatedPassword) return undefined;
  if (administrator && (await passwords.verify(administrator.password_hash, generatedPassword))) {
    return { email: administrator.email, generatedPassword };
  }
  kept.remove();
  return undefined;
}

/** For later starts: is a password set that differs from that of the account it was meant for? */
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
