import { expect, it } from 'vitest';
import { createScheduler } from '../../scheduler.ts';
import { JsonBody } from './json-body.ts';
import { readJsonForm } from './upload-form.ts';

const limits = { bytes: 10, depth: 2, elements: 3, keys: 3 };

/** A form with only the part `json`, which arrives byte by byte. */
function read(json: string): Promise<unknown> {
  async function* bytes() {
    for (const byte of Buffer.from(json)) yield Uint8Array.of(byte);
  }
  async function* parts() {
    yield { name: 'json', filename: '', bytes: bytes() };
  }
  return readJsonForm({
    parts,
    jsonPart: (part) => new JsonBody({ limits, scheduler: createScheduler(), share: { take: () => undefined } }, { part }),
  });
}

it('a part json has the bounds of a body', async () => {
  expect(await read('{"a":"xy"}')).toEqual({ a: 'xy' });
  await expect(read('{"a":"xyz"}')).rejects.toThrow('Request body is too large');
  await expect(read('{"a":[[]]}')).rejects.toThrow(
    'Invalid JSON in part json: at most 2 objects and arrays may be inside one another',
  );
  await expect(read('{"a":[1,2')).rejects.toThrow(
    'Invalid JSON in part json: line 1, column 10: expected "," or "]", found the end',
  );
  await expect(read('[1]')).rejects.toThrow('Invalid JSON in part json: it must be an object, not an array');
  await expect(read('[1,2,3,4]')).rejects.toThrow('Request body has more than 3 array elements');
  await expect(read('')).rejects.toThrow('Invalid JSON in part json: line 1, column 1: expected an object, found the end');
});
