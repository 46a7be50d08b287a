import { readFileSync } from 'node:fs';

/**
 * A WebM of a given length: the first picture of the small one, ten times a second. The file is small, and players can seek in
 * it.
 */
export function longVideo(seconds: number): Buffer {
  const small = readFileSync(new URL('videos/small.webm', import.meta.url));
  const block = small.indexOf(Buffer.from([0xa3, 0xc1, 0x81, 0x00, 0x00, 0x80]));
  const picture = small.subarray(block + 6, block + 2 + 0x41);
  const head = element('1a45dfa3', [
    element('4286', number(1)),
    element('42f7', number(1)),
    element('42f2', number(4)),
    element('42f3', number(8)),
    element('4282', Buffer.from('webm')),
    element('4287', number(2)),
    element('4285', number(2)),
  ]);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  const info = element('1549a966', [
    element('2ad7b1', number(1_000_000)),
    element('4489', duration),
    element('4d80', Buffer.from('easel')),
    element('5741', Buffer.from('easel')),
  ]);
  const size = [element('b0', number(64)), element('ba', number(36))];
  const track = [
    element('d7', number(1)),
    element('73c5', number(1)),
    element('83', number(1)),
    element('86', Buffer.from('V_VP8')),
  ];
  const tracks = element('1654ae6b', [element('ae', [...track, element('e0', size)])]);
  const clusters = Array.from({ length: seconds }, (_, second) => cluster(second, picture));
  const before = info.length + tracks.length;
  const cuesLength = cues(clusters, 0).length;
  return Buffer.concat([head, element('18538067', [info, tracks, cues(clusters, before + cuesLength), ...clusters])]);
}

const cluster = (second: number, picture: Buffer): Buffer =>
  element('1f43b675', [
    element('e7', number(second * 1000)),
    ...Array.from({ length: 10 }, (_, tenth) =>
      element('a3', Buffer.concat([Buffer.from([0x81]), number(tenth * 100, 2), Buffer.from([0x80]), picture])),
    ),
  ]);

/** Where each second begins, from the beginning of what holds everything. */
function cues(clusters: readonly Buffer[], from: number): Buffer {
  let at = from;
  const points = clusters.map((one, second) => {
    const place = element('b7', [element('f7', number(1)), element('f1', number(at, 8))]);
    at += one.length;
    return element('bb', [element('b3', number(second * 1000, 8)), place]);
  });
  return element('1c53bb6b', points);
}

/** An element of EBML, whose length takes eight bytes. */
function element(id: string, content: Buffer | readonly Buffer[]): Buffer {
  const data = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const length = number(data.length, 8);
  length[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), length, data]);
}

function number(value: number, bytes = 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, Math.max(0, bytes - 4), Math.min(4, bytes));
  return buffer;
}
