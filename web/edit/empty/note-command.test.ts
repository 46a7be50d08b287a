import { expect, it } from 'vitest';
import { commandFor } from './note-command.ts';

const canvas = { server: 'https://easel.example', canvas_id: 'b7a1', size: { width: 9600, height: 5400 } };

it('a command for a note has the address and the canvas in it, and no secret', () => {
  const command = commandFor({ ...canvas, text: 'Hello' });
  expect(command).toMatch(
    /^curl 'https:\/\/easel\.example\/api\/v1\/canvases\/b7a1\/notes' -H "Private-Token: \$TOKEN" -d '\{.*\}'$/,
  );
  expect(JSON.parse(/-d '(.*)'$/.exec(command)![1]!)).toMatchObject({ text: 'Hello', location: { x: 4260, y: 2160 } });
});

it('a text with quotes and a token stay one word each for the shell', () => {
  const command = commandFor({ ...canvas, text: "It's here", token: 'pR3v' });
  expect(command).toContain("-H 'Private-Token: pR3v'");
  expect(command).toContain("It'\\''s here");
});
