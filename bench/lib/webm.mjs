/** Puts frames of VP8 into a WebM file (EBML, Matroska) with an index, so that browsers can jump in it. */

/**
 * @param frames `[{at, isKey, bytes}]`, `at` in milliseconds; the first is a key frame
 * @param about `{width, height, seconds}`
 */
export function webmOf(frames, { width, height, seconds }) {
  const info = element('1549a966', [
    element('2ad7b1', unsigned(1_000_000)),
    element('4489', float(seconds * 1000)),
    element('4d80', 'bench'),
    element('5741', 'bench'),
  ]);
  const video = element('e0', [element('b0', unsigned(width)), element('ba', unsigned(height))]);
  const track = [
    element('d7', unsigned(1)),
    element('73c5', unsigned(1)),
    element('83', unsigned(1)),
    element('86', 'V_VP8'),
    video,
  ];
  const tracks = element('1654ae6b', [element('ae', track)]);
  return Buffer.concat([HEAD, element('18538067', indexed([info, tracks], clustersOf(frames)))]);
}

/** One cluster from each key frame to the next. @returns `[{at, bytes}]` */
function clustersOf(frames) {
  const clusters = [];
  for (const { at, isKey, bytes } of frames) {
    if (isKey) clusters.push({ at, blocks: [element('e7', unsigned(at))] });
    const cluster = clusters.at(-1);
    const head = Buffer.from([0x81, ...fixed(at - cluster.at, 2), isKey ? 0x80 : 0]);
    cluster.blocks.push(element('a3', Buffer.concat([head, bytes])));
  }
  return clusters.map(({ at, blocks }) => ({ at, bytes: element('1f43b675', blocks) }));
}

/** The parts of a segment: before the clusters stands where each of them begins. */
function indexed(parts, clusters) {
  const before = Buffer.concat(parts);
  const seekTo = (at) =>
    element('114d9b74', [element('4dbb', [element('53ab', Buffer.from('1c53bb6b', 'hex')), element('53ac', fixed(at, 8))])]);
  const cuesAt = seekTo(0).length + before.length;
  const cues = (from) => {
    let next = from;
    const points = clusters.map(({ at, bytes }) => {
      const place = element('b7', [element('f7', unsigned(1)), element('f1', fixed(next, 8))]);
      next += bytes.length;
      return element('bb', [element('b3', fixed(at, 8)), place]);
    });
    return element('1c53bb6b', points);
  };
  const from = cuesAt + cues(0).length;
  return [seekTo(cuesAt), before, cues(from), ...clusters.map(({ bytes }) => bytes)];
}

function element(id, data) {
  const body = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
  const length = fixed(body.length, 8);
  length[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
}

function fixed(number, length) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes.subarray(8 - length);
}

const unsigned = (number) => fixed(number, Math.max(1, Math.ceil(number.toString(16).length / 2)));

function float(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes;
}

const HEAD = element('1a45dfa3', [
  element('4286', unsigned(1)),
  element('42f7', unsigned(1)),
  element('42f2', unsigned(4)),
  element('42f3', unsigned(8)),
  element('4282', 'webm'),
  element('4287', unsigned(4)),
  element('4285', unsigned(2)),
]);
