import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Target } from './client.ts';

/** The repository: its pages have commands that tests type. */
export const root = join(import.meta.dirname, '../..');
export const pageOf = (file: string): string => readFileSync(join(root, file), 'utf8');
/** Whether a program is installed here. */
export const canRun = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
export const canWalk = ['bash', 'curl'].every(canRun);
export const run = promisify(execFile);

/** A shell block of a page, and the output that is shown below it. */
export interface Step {
  readonly code: string;
  readonly prints: string;
}

/** The shell blocks of a page, without the marked ones, which are for another terminal. */
export const stepsOf = (file: string): Step[] =>
  [...pageOf(file).matchAll(/```sh\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g)].map(([, code, prints = '…']) => ({
    code: code!,
    prints: prints.trim(),
  }));

/** The page `docs/walk.md` as a script: with this server's address and password, and the watcher in the background. */
export function walk({ url, admin }: Target & { readonly admin: { readonly password: string } }, seen: string): string {
  const blocks = pageOf('docs/walk.md').matchAll(/```sh( watch)?\n([\s\S]*?)```/g);
  const code = [...blocks].map(([, watch, code]) =>
    watch ? `${code!.trim()} > ${seen} & WATCHER=$!\nuntil [ -s ${seen} ]; do sleep 0.05; done` : code!,
  );
  return code
    .join('\n')
    .replace(/^EASEL=.*$/m, `EASEL=${url}`)
    .replace(/^PASSWORD=.*$/m, `PASSWORD=${admin.password}`);
}

/** Runs lines as one script; its temporary files go with the folder. */
export const bash = (folder: string, ...lines: readonly string[]) =>
  run('bash', ['-c', [careful, ...lines].join('\n')], { env: { ...process.env, TMPDIR: folder, XDG_CONFIG_HOME: folder } });

/** Puts the command at which a script ended into the error. */
const careful = `set -Eeuo pipefail; trap 'echo "failed: $BASH_COMMAND" >&2' ERR`;

/** Runs these lines and then the steps. Returns the output of each step, and whether a request of it was refused. */
export async function type(folder: string, before: readonly string[], steps: readonly Step[], after: readonly string[] = []) {
  const { stdout, stderr } = await bash(folder, ...before, tellStatuses, ...steps.map(marked), ...after);
  const [printed, statuses] = [stdout, stderr].map((output) => output.split(MARK).slice(1)) as [string[], string[]];
  if (printed.length !== steps.length || statuses.length !== steps.length) throw new Error(`${stdout}\n${stderr}`);
  return steps.map((step, at) => ({ ...step, printed: printed[at]!.trim(), isRefused: isRefused(step.code, statuses[at]!) }));
}

/** A line before the output of each block, on both outputs. */
const MARK = '--- next block ---\n';
const marked = ({ code }: Step): string => `echo '${MARK.trim()}'; echo '${MARK.trim()}' >&2\n${code}`;

/** From here on, every status also goes to stderr. */
const tellStatuses = `curl() { command curl -w '%{stderr}%{http_code}\\n' "$@"; }`;

/** Was a request refused? Of a loop that repeats a request until it succeeds, only the last attempt counts. */
function isRefused(code: string, statuses: string): boolean {
  const all = statuses.split('\n').filter(Boolean);
  return (code.startsWith('until ') ? all.slice(-1) : all).some((status) => !/^2\d\d$/.test(status));
}

/** A pattern for a text in which `…` stands for anything. */
export function asPrinted(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
