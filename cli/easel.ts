#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { runCommand } from './commands.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  read: () => text(process.stdin),
  interrupted: (run) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, run);
  },
});
