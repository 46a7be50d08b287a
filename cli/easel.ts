#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { runCommand } from './commands.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  read: () => text(process.stdin),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  interrupted: (run) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, run);
  },
});

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} Go on? [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
