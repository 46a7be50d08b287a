import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { apiAccesses, controls } from '../../model/resources/displays/client.ts';
import type { Size } from '../../model/types.ts';
import type { Environment } from '../../server/settings/read.ts';
import { ofCommands } from '../../server/settings.ts';
import type { GivenWords } from '../terminal.ts';

/** The options, in the form in which the help lists them. */
export const displayOptions = [
  '--server <address>',
  '--token <token>',
  '--name <name>',
  '--workspaces <count>',
  '--size <width>x<height>',
  '--outputs <count>',
  `--api-access ${apiAccesses.toReversed().join('|')}`,
  `--control ${controls.join('|')}`,
  '--state <file>',
] as const;

export interface DisplayOptions {
  readonly server: string;
  readonly token: string;
  readonly name: string;
  readonly workspaces: number;
  /** The size of each workspace, in pixels. */
  readonly size: Size;
  readonly outputs: number;
  readonly apiAccess: (typeof apiAccesses)[number];
  readonly control: (typeof controls)[number];
  /** Where the identity is kept. */
  readonly state: string;
}

/** The limit of the server. */
const COUNT_MAX = 256;

/** Throws an Error with a text for people when an option is wrong. */
export function readDisplayOptions({ values }: GivenWords, env: Environment): DisplayOptions {
  const { server = 'http://127.0.0.1:8080', name = hostname(), state = usualState(env) } = values;
  const token = values.token ?? env[ofCommands.token.name] ?? '';
  if (token === '') throw new Error(`a token is needed: set ${ofCommands.token.name}, or write --token <token>`);
  if (!/^https?:\/\/[^/]/.test(server)) throw new Error(`--server must be like http://127.0.0.1:8080, not "${server}"`);
  if (name === '' || name.length > 255) throw new Error('--name must have 1 to 255 characters');
  return {
    server,
    token,
    name,
    state,
    workspaces: count('workspaces', values.workspaces ?? '1'),
    size: sizeOf(values.size ?? '1920x1080'),
    outputs: count('outputs', values.outputs ?? '0'),
    apiAccess: oneOf('api-access', apiAccesses, values['api-access'] ?? 'rw'),
    control: oneOf('control', controls, values.control ?? 'owner'),
  };
}

/** A file in the folder for the settings of a person's programs. */
function usualState(env: Environment): string {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), '.config');
  return join(folder, 'easel', 'displays.json');
}

function count(name: string, text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= COUNT_MAX) return Number(text);
  throw new Error(`--${name} must be a whole number up to ${COUNT_MAX}, not "${text}"`);
}

function sizeOf(text: string): Size {
  const [, width, height] = /^([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(text) ?? [];
  if (height === undefined) throw new Error(`--size must be like 1920x1080, not "${text}"`);
  return { width: Number(width), height: Number(height) };
}

function oneOf<T extends string>(name: string, values: readonly T[], text: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`--${name} must be one of ${values.join(', ')}, not "${text}"`);
  return found;
}
