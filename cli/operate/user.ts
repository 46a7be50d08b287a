import { randomBytes } from 'node:crypto';
import type { Door, Json } from '../door.ts';
import type { CliCommand } from '../terminal.ts';
import { accountOf } from './accounts.ts';
import { type Asking, asking, columns, readAge } from './asking.ts';

export const userCommands: Readonly<Record<string, CliCommand>> = {
  'user list': asking({
    says: 'list accounts: all, or those that are administrators, blocked, waiting for an approval, or not used for some time',
    options: ['--admin', '--blocked', '--waiting', '--unused <age>'],
    work: list,
  }),
  'user show': asking({ says: 'print what is known of an account', words: '<account>', work: show }),
  'user create': asking({
    says: 'make an account and print its password: a generated one, or with --stdin that on standard input, which is not printed',
    words: '<e-mail>',
    options: ['--name <name>', '--admin', '--stdin'],
    work: create,
  }),
  'user block': change('block an account: every request of it is refused, and its streams end', 'block', 'is blocked'),
  'user unblock': change('let an account in again', 'unblock', 'may sign in again'),
  'user approve': change('approve an account that waits for it', 'approve', 'is approved'),
  'user make-admin': role('make an account an administrator', true),
  'user remove-admin': role('take the role of an administrator from an account', false),
  'user end-sign-ins': asking({
    says: 'end all sign-ins of an account; permanent tokens stay',
    words: '<account>',
    async work({ door, given, print }) {
      const user = await accountOf(door, given.words[0]!);
      await door.ask('DELETE', `/users/${user.id}/sessions`);
      print(user, `All sign-ins of ${user.email} have ended.`);
    },
  }),
  'user reset-password': asking({
    says: 'give an account a new password: a generated one, which is printed, or with --stdin that on standard input',
    words: '<account>',
    options: ['--stdin'],
    work: resetPassword,
  }),
  'user delete': asking({
    says: 'delete an account with everything in its home folder; --give-to: give that to another account first',
    words: '<account>',
    options: ['--give-to <account>'],
    work: remove,
  }),
};

async function list({ door, given, has, print }: Asking): Promise<void> {
  const { unused } = given.values;
  const since = unused === undefined ? '' : new Date(Date.now() - readAge(unused, '--unused')).toISOString();
  const users: readonly Json[] = await door.ask('GET', '/users');
  const chosen = users.filter(
    (user) =>
      (!has('--admin') || user.admin) &&
      (!has('--blocked') || user.blocked) &&
      (!has('--waiting') || !user.approved) &&
      (unused === undefined || (user.last_login || user.created_at) < since),
  );
  const rows = chosen.map((user) => [user.id, user.email, user.name, stateOf(user), user.last_login || 'never']);
  print(chosen, columns([['ID', 'E-MAIL', 'NAME', 'STATE', 'LAST SIGN-IN'], ...rows]));
}

function stateOf({ admin, blocked, approved }: Json): string {
  const words = [admin && 'administrator', blocked && 'blocked', !approved && 'waiting'].filter(Boolean);
  return words.join(', ') || '-';
}

async function show({ door, given, print }: Asking): Promise<void> {
  const user = await accountOf(door, given.words[0]!);
  print(user, columns(Object.entries(user).map(([name, value]) => [name, String(value)])));
}

async function create(call: Asking): Promise<void> {
  const { door, given, has, print, say } = call;
  const email = given.words[0]!;
  const { password, isGenerated } = await newPassword(call);
  const name = given.values.name ?? email.split('@')[0];
  const user = await door.ask('POST', '/users', { email, name, password, ...(has('--admin') && { admin: true }) });
  print(isGenerated ? { ...user, password } : user, isGenerated ? password : '');
  say(`${user.email} has an account, number ${user.id}`);
}

interface NewPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

/** Never from the command line, which every account of the machine can read. */
async function newPassword({ terminal, has }: Asking): Promise<NewPassword> {
  if (!has('--stdin')) return { password: randomBytes(12).toString('base64url'), isGenerated: true };
  return { password: (await terminal.read()).replace(/\r?\n$/, ''), isGenerated: false };
}

function change(says: string, verb: string, outcome: string): CliCommand {
  return asking({
    says,
    words: '<account>',
    async work({ door, given, print }) {
      const { id } = await accountOf(door, given.words[0]!);
      const user = await door.ask('POST', `/users/${id}/${verb}`);
      print(user, `${user.email} ${outcome}.`);
    },
  });
}

function role(says: string, admin: boolean): CliCommand {
  return asking({
    says,
    words: '<account>',
    async work({ door, given, print }) {
      const { id } = await accountOf(door, given.words[0]!);
      const user = await door.ask('PATCH', `/users/${id}`, { admin });
      print(user, `${user.email} is ${admin ? 'an administrator' : 'no administrator any more'}.`);
    },
  });
}

async function resetPassword(call: Asking): Promise<void> {
  const { door, given, print, say } = call;
  const { id } = await accountOf(door, given.words[0]!);
  const { password, isGenerated } = await newPassword(call);
  const user = await door.ask('POST', `/users/${id}/password`, { new_password: password });
  print(isGenerated ? { ...user, password } : user, isGenerated ? password : '');
  say(`${user.email} has a new password; ${remark(user)}`);
}

function remark({ blocked, approved }: Json): string {
  if (blocked) return 'but the account is blocked';
  if (!approved) return 'but the account is not approved yet';
  return 'all its sessions have ended, and its permanent tokens stay';
}

async function remove({ door, given, print, confirm }: Asking): Promise<void> {
  const user = await accountOf(door, given.words[0]!);
  const heir = given.values['give-to'] === undefined ? undefined : await accountOf(door, given.values['give-to']);
  if (heir?.id === user.id) throw new Error('an account cannot be given to itself');
  const lost = heir ? 'its trash' : 'everything in its home folder';
  await confirm(`The account ${user.email} and ${lost} will be deleted for good.`);
  if (heir) await giveHome(door, user.id, heir.id);
  await door.ask('DELETE', `/users/${user.id}`);
  print(user, `${user.email} is deleted.`);
}

/** Folders keep what is in them; canvases that lie in the home folder itself are given one by one. */
async function giveHome(door: Door, from: number, to: number): Promise<void> {
  const folders: readonly Json[] = await door.ask('GET', '/canvas-folders');
  const canvases: readonly Json[] = await door.ask('GET', '/canvases');
  const isThere = ({ folder_id, id }: Json): boolean => folder_id === String(from) && id !== `trash.${from}`;
  for (const { id } of folders.filter(isThere)) {
    const moved = await door.ask('POST', `/canvas-folders/${id}/move`, { folder_id: String(to) });
    if (moved.folder_id !== String(to))
      throw new Error(`the other account has a folder ${moved.name} already: nothing was deleted`);
  }
  for (const { id } of canvases.filter(isThere)) await door.ask('POST', `/canvases/${id}/give`, { user_id: to });
}
