import type { Json } from '../door.ts';
import type { CliCommand } from '../terminal.ts';
import { accountOf, canvasOf } from './accounts.ts';
import { type Asking, asking, columns, readAge } from './asking.ts';

export const tokenCommands: Readonly<Record<string, CliCommand>> = {
  'token list': asking({ says: 'list the permanent tokens of an account, or of all', words: '[account]', work: list }),
  'token create': asking({
    says: 'make a permanent token of an account and print it, once; --scopes: what it is for, separated by commas; --canvas: for this one alone; --expires: after this age',
    words: '<account>',
    options: ['--name <name>', '--scopes <list>', '--canvas <canvas>', '--expires <age>'],
    work: create,
  }),
  'token revoke': asking({ says: 'end a permanent token by its id', words: '<id>', work: revoke }),
};

async function tokensOf({ door }: Asking, users: readonly Json[]): Promise<Json[]> {
  const all: Json[] = [];
  for (const { id, email } of users) {
    const tokens: readonly Json[] = await door.ask('GET', `/users/${id}/access-tokens`);
    all.push(...tokens.map((token) => ({ ...token, user_id: id, email })));
  }
  return all;
}

async function people(call: Asking): Promise<Json[]> {
  const users: Json[] = await call.door.ask('GET', '/users');
  return users.filter(({ email }) => email !== '');
}

async function list(call: Asking): Promise<void> {
  const [account] = call.given.words;
  const tokens = await tokensOf(call, account === undefined ? await people(call) : [await accountOf(call.door, account)]);
  const rows = tokens.map((token) => [
    token.id,
    token.email,
    token.name,
    token.scopes?.join(',') ?? 'all',
    token.expires_at ?? 'never',
  ]);
  call.print(tokens, columns([['ID', 'ACCOUNT', 'NAME', 'FOR', 'ENDS'], ...rows]));
}

async function create({ door, given, print, say }: Asking): Promise<void> {
  const { name = 'easel token create', scopes, canvas, expires } = given.values;
  const user = await accountOf(door, given.words[0]!);
  const body = {
    name,
    ...(scopes !== undefined && { scopes: scopes.split(',') }),
    ...(canvas !== undefined && { canvas_ids: [(await canvasOf(door, canvas)).id] }),
    ...(expires !== undefined && { expires_at: new Date(Date.now() + readAge(expires, '--expires')).toISOString() }),
  };
  const token = await door.ask('POST', `/users/${user.id}/access-tokens`, body);
  print(token, token.plain_token);
  say(`token ${token.id} of ${user.email}; it is not shown again`);
}

async function revoke(call: Asking): Promise<void> {
  const id = call.given.words[0]!;
  const token = (await tokensOf(call, await people(call))).find((one) => one.id === id);
  if (token === undefined) throw new Error(`there is no token ${id}`);
  await call.confirm(`The token ${token.name} of ${token.email} will end for good.`);
  await call.door.ask('DELETE', `/users/${token.user_id}/access-tokens/${id}`);
  call.print(token, `The token ${token.name} of ${token.email} has ended.`);
}
