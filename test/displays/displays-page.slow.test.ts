import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { freePort } from '../kit/free-port.ts';
import { asPrinted, bash, canWalk, pageOf, root, stepsOf, type, walk } from '../kit/typed.ts';

/** Processes start slowly on a machine that is busy. */
const patience = { timeout: 60_000 };
const page = 'docs/displays.md';

describe('docs/displays.md', patience, () => {
  const easel = useEasel({ each: 'test', clock: systemClock, env: { EASEL_ADMIN_EMAIL: 'admin@localhost' } });
  let folder: string;
  let walked: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'easel-displays-page-'));
    walked = `${walk(easel, join(folder, 'seen'))}\nkill $WATCHER`;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Begins a program of another terminal, and waits for its first line. */
  const begin = (command: string, printed: string): string =>
    `${command.trim()} > ${printed} & DISPLAY_PID=$!\nuntil [ -s ${printed} ]; do sleep 0.05; done`;

  it.skipIf(!canWalk)('has commands that answer what it says, and a display that prints it (skipped without curl)', async () => {
    const printed = join(folder, 'printed');
    const [, command] = /```sh display\n([\s\S]*?)```/.exec(pageOf(page))!;
    const [, prints] = /```text printed\n([\s\S]*?)```/.exec(pageOf(page))!;
    const display = begin(command!.replace('npx --no easel', `node ${join(root, 'dist/cli/easel.js')}`), printed);
    const steps = stepsOf(page).map((step) =>
      // Typing takes longer than the way of a note to the display
      step.code.includes('/notes')
        ? { ...step, code: `${step.code}until grep -q added ${printed}; do sleep 0.05; done\n` }
        : step,
    );
    const end = ['kill -INT $DISPLAY_PID', 'wait $DISPLAY_PID'];
    for (const { code, prints, printed, isRefused } of await type(folder, [walked, display], steps, end)) {
      expect(printed, code).toMatch(asPrinted(prints));
      expect(isRefused, `${code}\n${printed}`).toBe(prints.startsWith('{"msg":'));
    }
    expect(readFileSync(printed, 'utf8')).toMatch(asPrinted(prints!));
  });

  /** The display of the page as a program in the folder. */
  function placed(): string {
    const program = join(folder, 'wall.mjs');
    const [, code] = /```js\n([\s\S]*?)```/.exec(pageOf(page))!;
    const library = join(root, 'dist/easel-client/client/index.js');
    const ws = join(root, 'node_modules/ws/wrapper.mjs');
    writeFileSync(program, code!.replace("'easel-client'", `'${library}'`).replace("'ws'", `'${ws}'`));
    return program;
  }

  it.skipIf(!canWalk)('has a display of its own that says when nobody answers, and goes on trying', async () => {
    const said = join(folder, 'said');
    const { stdout } = await bash(
      folder,
      `EASEL=http://127.0.0.1:${await freePort()} ROBOT=x node ${placed()} 2> ${said} & DISPLAY_PID=$!`,
      `until [ "$(grep -c 'not connected.*trying again' ${said})" = 2 ]; do sleep 0.05; done`,
      'kill $DISPLAY_PID && echo ended',
    );
    expect(stdout).toBe('ended\n');
  });

  it.skipIf(!canWalk)('has a display of its own that works (skipped without curl)', async () => {
    const [program, printed] = [placed(), join(folder, 'printed')];
    const { stdout } = await bash(
      folder,
      walked,
      begin(`EASEL=$EASEL ROBOT=$ROBOT node ${program}`, printed),
      'AUTH="Private-Token: $TOKEN"',
      'SCREEN=$EASEL/api/v1/clients/$(curl -s $EASEL/api/v1/clients -H "$AUTH" | value "at(0).id")/workspaces/0',
      `curl -s $SCREEN/open-canvas -H "$AUTH" -d "{\\"canvas_id\\":\\"$CANVAS\\"}" > /dev/null`,
      'until [ "$(curl -s $SCREEN -H "$AUTH" | value workspace_state)" = open ]; do sleep 0.05; done',
      `curl -s -X DELETE $NOTES/$A -H "$AUTH"; until grep -q gone <(tail -n +3 ${printed}); do sleep 0.05; done`,
      'curl -s $SCREEN/open-canvas -H "$AUTH" -d \'{"canvas_id":""}\' | value workspace_state',
      'kill $DISPLAY_PID',
    );
    expect(stdout).toMatch(/canvas_list\n$/);
    expect(readFileSync(printed, 'utf8')).toBe('connected for admin\n1 notes: 1 new, 0 gone\n0 notes: 0 new, 1 gone\n');
  });
});
