import type { Json } from '../door.ts';
import { type CliCommand, CommandError, EXIT } from '../terminal.ts';
import { type Asking, asking, columns, readAge, sizeText } from './asking.ts';

/** Commands about the server as a whole. */
export const serverCommands: Readonly<Record<string, CliCommand>> = {
  status: asking({
    says: 'whether the server works, and what to do if not; exit code 3 if something is wrong; --watch: again whenever that changes, until Ctrl-C',
    options: ['--watch'],
    work: (ask) => (ask.has('--watch') ? watchStatus(ask) : status(ask)),
  }),
  usage: asking({
    says: 'the bytes of files: by user, canvas or folder, the largest first',
    options: ['--by <user, canvas or folder>', '--top <number>'],
    asks: 'here',
    work: usage,
  }),
  gc: asking({
    says: 'remove the files to which nothing refers now; --dry-run: only list them',
    options: ['--dry-run'],
    asks: 'here',
    work: collectGarbage,
  }),
  drain: asking({
    says: 'make this node not ready, so that balancers send it nothing new; --undo: make it ready again',
    options: ['--undo'],
    asks: 'here',
    async work({ door, has, print }) {
      const answer = await door.ask('POST', '/operate/drain', { draining: !has('--undo') });
      print(answer, answer.draining ? 'This node is drained; it serves on.' : 'This node takes requests again.');
    },
  }),
  'log-level': asking({
    says: 'change the level of the log while the server runs; --for: only for this time',
    words: '<level>',
    options: ['--for <age>'],
    asks: 'here',
    async work({ door, given, print }) {
      const { for: time } = given.values;
      const seconds = time === undefined ? undefined : Math.ceil(readAge(time, '--for') / 1000);
      const answer = await door.ask('POST', '/operate/log-level', { level: given.words[0], seconds });
      print(answer, `The log has the level ${answer.level}${time === undefined ? '' : ` for ${time}`}.`);
    },
  }),
  metrics: asking({
    says: 'print what the server tells about itself, as /metrics of EASEL_METRICS_LISTEN does',
    asks: 'here',
    async work({ door, print }) {
      const { text } = await door.read('GET', '/operate/metrics');
      print(text, text.trimEnd());
    },
  }),
  logs: asking({
    says: 'print the newest lines of the log; --follow: and those that come, until Ctrl-C; --request, --user, --canvas: only those that name it',
    options: ['--follow', '--level <level>', '--request <id>', '--user <id>', '--canvas <id>', '--last <number>'],
    asks: 'here',
    work: logs,
  }),
};

async function status({ door, print }: Asking): Promise<number> {
  const { value, text } = await statusOf(door);
  print(value, text);
  return value.status === 'ok' ? 0 : EXIT.found;
}

/** Prints a status when it differs from the last one. Ends with the server, or at Ctrl-C. */
async function watchStatus({ door, print, terminal }: Asking): Promise<number> {
  const watch = untilInterrupted(terminal);
  for (let last = ''; !watch.isOver; await watch.wait(WATCH_MS)) {
    const { value, text } = await statusOf(door);
    if (text !== last) print(value, last === '' ? text : `\n${text}`);
    last = text;
  }
  return EXIT.interrupted;
}

async function statusOf(door: Asking['door']): Promise<{ readonly value: Json; readonly text: string }> {
  const { text } = await door.read('GET', '/healthz/ready');
  const health: Json = JSON.parse(text);
  const { version } = await door.ask('GET', '/server-info');
  const checks: [string, Json][] = Object.entries(health.checks);
  checks.sort(([, a], [, b]) => Number(a.state === 'ok') - Number(b.state === 'ok'));
  const rows = checks.map(([name, { state, problem = '' }]) => [name, state, problem]);
  const mends = checks.flatMap(([, { mend }]) => (mend === undefined ? [] : [`  ${mend}`]));
  const todo = mends.length === 0 ? [] : ['', 'What to do:', ...mends];
  const lines = [`Easel ${version}: ${health.status}`, '', columns(rows), ...todo];
  return { value: { ...health, version }, text: lines.join('\n') };
}

/** Waits between two looks, which Ctrl-C ends. */
function untilInterrupted(terminal: Asking['terminal']) {
  let isOver = false;
  let wake = (): void => undefined;
  terminal.interrupted(() => {
    isOver = true;
    wake();
  });
  return {
    get isOver() {
      return isOver;
    },
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
        if (isOver) resolve();
        else setTimeout(resolve, ms);
      }),
  };
}

async function usage({ door, given, print }: Asking): Promise<void> {
  const { by = 'user', top = '20' } = given.values;
  const keys: Readonly<Record<string, string>> = { user: 'created_by', canvas: 'id', folder: 'folder_id' };
  const key = Object.hasOwn(keys, by) ? keys[by]! : undefined;
  if (key === undefined) throw new CommandError('--by needs user, canvas or folder', EXIT.wrong);
  if (!/^\d{1,6}$/.test(top)) throw new CommandError('--top needs a number', EXIT.wrong);
  const canvases: readonly Json[] = await door.ask('GET', '/operate/usage');
  const names = await namesOf(door, by, canvases);
  const sums = new Map<string, { canvases: number; bytes: number }>();
  for (const canvas of canvases) {
    const id = String(canvas[key]);
    const sum = sums.get(id) ?? { canvases: 0, bytes: 0 };
    sums.set(id, { canvases: sum.canvases + 1, bytes: sum.bytes + canvas.bytes });
  }
  const largest = [...sums]
    .map(([id, sum]) => ({ id, name: names.get(id) ?? '', ...sum }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, Number(top));
  const rows = largest.map((row) => [row.id, row.name, row.canvases, sizeText(row.bytes)]);
  print(largest, columns([['ID', 'NAME', 'CANVASES', 'FILES'], ...rows]));
}

async function namesOf(door: Asking['door'], by: string, canvases: readonly Json[]): Promise<ReadonlyMap<string, string>> {
  if (by === 'canvas') return new Map(canvases.map(({ id, name }) => [id, name]));
  const named: readonly Json[] = await door.ask('GET', by === 'user' ? '/users' : '/canvas-folders');
  return new Map(named.map(({ id, email, name }) => [String(id), email || name]));
}

async function collectGarbage({ door, has, print }: Asking): Promise<void> {
  const isDry = has('--dry-run');
  const { files } = await door.ask('POST', '/operate/gc', { dry_run: isDry });
  const bytes = files.reduce((sum: number, file: Json) => sum + file.bytes, 0);
  const rows = files.map((file: Json) => [file.hash, sizeText(file.bytes), file.since, file.why]);
  const head = `${files.length} files, ${sizeText(bytes)}${isDry ? ': nothing was removed' : ' removed'}`;
  print(files, files.length === 0 ? head : `${columns(rows)}\n${head}`);
}

/** Twice a second. */
const LOOK_MS = 500;
/** A status is that of a second ago. */
const WATCH_MS = 1000;

async function logs({ door, terminal, given, has }: Asking): Promise<number> {
  const { level = 'info', last = '200', request, user, canvas } = given.values;
  if (!/^\d{1,4}$/.test(last)) throw new CommandError('--last needs a number, at most 1000', EXIT.wrong);
  const filter = Object.entries({ level, request, user, canvas }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const watch = has('--follow') ? untilInterrupted(terminal) : undefined;
  const ask = async (after: number, most: string): Promise<number> => {
    const query = new URLSearchParams([...filter, ['after', String(after)], ['last', most]]);
    const { lines, newest } = await door.ask('GET', `/operate/logs?${query}`);
    for (const line of lines) terminal.out(line);
    return newest;
  };
  let newest = await ask(0, last);
  while (watch && !watch.isOver) {
    await watch.wait(LOOK_MS);
    if (!watch.isOver) newest = await ask(newest, '1000');
  }
  return watch ? EXIT.interrupted : 0;
}
