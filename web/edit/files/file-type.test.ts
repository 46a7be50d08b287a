import { describe, expect, test } from 'vitest';
import { accepted, calledType, kindOfFile } from './file-type.ts';

describe('the type of a file', () => {
  test.each([
    ['a.png', 'image/png', 'image'],
    ['A.JPEG', '', 'image'],
    ['film', 'video/mp4', 'video'],
    ['film.mkv', 'video/matroska', 'video'],
    ['film.wmv', 'application/octet-stream', 'video'],
    ['paper.pdf', '', 'pdf'],
    ['things.zip', 'application/zip', undefined],
    ['notes', '', undefined],
  ] as const)('%s of %s is %s', (name, type, kind) => expect(kindOfFile({ name, type })).toBe(kind));

  test('has a name for people where the file has an ending', () => {
    expect(['a.b.zip', 'notes', 'x.'].map((name) => calledType({ name, type: '' }))).toEqual(['ZIP', '', '']);
  });

  test('choosers offer all that the server takes, by type and by ending', () => {
    for (const one of ['image/png', 'video/mp4', 'application/pdf', '.jpeg', '.mov']) expect(accepted.split(',')).toContain(one);
  });
});
