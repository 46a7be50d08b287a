import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { crowding } from '../kit/crowding.ts';
import { useEasel } from '../kit/easel.ts';
import { getFile, postFile, storedNames, uploaded } from '../kit/files.ts';
import { entityBomb, flipped, mp4, pdf, pdfOf, picture, pngBomb, svg, svgzBomb } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

/** Files made to break programs that open them: each costs its own request and nothing else. */
// On a busy machine, good files take longer, too
const seconds = Math.min(60, Math.ceil(3 * crowding(10)));
const env = { EASEL_RENDER_SECONDS: String(seconds), EASEL_RENDER_MEMORY_BYTES: String(400 * 2 ** 20) };
const easel = useEasel({ clock: systemClock, env });
let canvas: string;
let good: string;
beforeAll(async () => {
  canvas = await easel.canvas();
  good = (await uploaded(easel, easel.admin, `${canvas}/images`, await picture('jpeg', 600, 400))).hash;
});

/** After each file, the next one must render as usual. */
afterEach(async () => {
  expect((await get(`/mipmaps/${good}/0`)).status).toBe(200);
});

const headers = () => ({ 'canvas-id': canvas.split('/').at(-1)! });
const get = (path: string) => getFile(easel, easel.admin, path, headers());
const post = (collection: string, bytes: Buffer, name?: string, json?: object) =>
  postFile(easel, easel.admin, `${canvas}/${collection}`, bytes, name, json);

/** The result of an upload: its status, and those of its info and its smallest level. */
async function fate(collection: string, bytes: Buffer): Promise<string> {
  const answer = await post(collection, bytes);
  if (answer.status !== 200) return String(answer.status);
  const { hash } = JSON.parse(answer.bytes.toString());
  const info = await get(`/mipmaps/${hash}`);
  const level = await get(`/mipmaps/${hash}/0`);
  expect((await get(`/assets/${hash}`)).bytes.equals(bytes), 'the file itself is kept as it is').toBe(true);
  return [answer.status, info.status, level.status].join();
}

describe('bombs', () => {
  test('a picture of 3.6 thousand million pixels in half a megabyte', async () => {
    expect(await fate('images', pngBomb(60_000, 60_000))).toBe('200,501,501');
  });
  test('a picture within the pixel limit, over the memory limit', async () => {
    expect(await fate('images', pngBomb(16_000, 16_000))).toMatch(/^200,(200|501),501$/);
  });
  test('50 MB of SVG in 50 KB of gzip', async () => expect(await fate('images', svgzBomb(50))).toBe('400'));
  test('entities of entities', async () => expect(await fate('images', entityBomb())).toBe('200,501,501'));
  test('an SVG that claims to be a thousand million pixels wide', async () =>
    expect(await fate('images', svg(1e6, 1e6))).toBe('200,501,501'));
  test('an SVG whose size is too large for a number', async () =>
    expect(await fate('images', svg(1e9, 1e9))).toMatch(/^200,(200,200|501,501)$/));
  test('a bomb inside an SVG', async () => {
    const address = `data:image/png;base64,${pngBomb(50_000, 50_000).toString('base64')}`;
    expect(await fate('images', svg(40, 20, `<image xlink:href="${address}" width="40" height="20"/>`))).toMatch(/^200,/);
  });
  test('SVG inside SVG inside SVG', async () => {
    let nested = svg(40, 20);
    for (let depth = 0; depth < 12; depth += 1)
      nested = svg(40, 20, `<image xlink:href="data:image/svg+xml;base64,${nested.toString('base64')}" width="40" height="20"/>`);
    expect(await fate('images', nested)).toMatch(/^200,/);
  });
  test('elements inside elements, a hundred thousand deep', async () => {
    expect(await fate('images', svg(40, 20, `${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`))).toMatch(/^200,/);
  });
  test('an SVG that takes minutes to draw', async () => {
    const noise = '<feTurbulence baseFrequency="0.1" numOctaves="1000"/>'.repeat(300);
    const slow = svg(900, 900, `<filter id="f">${noise}</filter><rect width="900" height="900" filter="url(#f)"/>`);
    expect(await fate('images', slow)).toMatch(/^200,(200|501),501$/);
  }, 600_000);
});

describe('PDFs', () => {
  test('of 65,000 pages', async () => {
    const { hash } = await uploaded(easel, easel.admin, `${canvas}/pdfs`, pdf({ pages: 65_000 }));
    expect(JSON.parse((await get(`/mipmaps/${hash}`)).bytes.toString()).pages).toBe(65_000);
    expect((await get(`/mipmaps/${hash}/4?page=64999`)).status).toBe(200);
    expect((await get(`/mipmaps/${hash}/4?page=65000`)).status).toBe(400);
  });
  test('whose pages are their own parents', async () => {
    const loop = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>']);
    expect(await fate('pdfs', loop)).toMatch(/^200,/);
  });
  test('that promise more pages than they have', async () => {
    const few = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 2000000000/Kids[]>>']);
    expect(await fate('pdfs', few)).toMatch(/^200,/);
  });
  test('with a page as large as a village', async () => {
    expect(await fate('pdfs', pdf({ width: 14_400_000, height: 14_400_000 }))).toMatch(/^200,/);
    expect(await fate('pdfs', pdf({ width: 14_400, height: 14_400 }))).toMatch(/^200,200,/);
  });
  test('that do not end drawing', async () => {
    expect(await fate('pdfs', pdf({ content: '0 0 m 600 800 l S '.repeat(200_000) }))).toMatch(/^200,/);
  }, 600_000);
});

describe('damaged files', () => {
  const kinds = ['jpeg', 'png', 'gif', 'tiff', 'webp'] as const;
  test.each(kinds)('%s, cut off', async (type) => {
    const whole = await picture(type, 300, 300);
    for (const part of [0.9, 0.5, 0.1]) {
      const cut = whole.subarray(0, Math.max(40, Math.floor(whole.length * part)));
      expect(await fate('images', Buffer.from(cut))).toMatch(/^(200,501,501|200,200,200|400)$/);
    }
  });
  test.each(kinds)('%s, with turned bits', async (type) => {
    const whole = await picture(type, 300, 300);
    for (const every of [5, 53, 499])
      expect(await fate('images', flipped(whole, every))).toMatch(/^(200,(200|501),(200|501)|400)$/);
  });
  test('PDF and MP4, cut off and with turned bits', async () => {
    for (const bytes of [pdf().subarray(0, 300), flipped(pdf({ pages: 9 }), 29)])
      expect(await fate('pdfs', Buffer.from(bytes))).toMatch(/^200,/);
    for (const bytes of [mp4(64, 48).subarray(0, 200), flipped(mp4(64, 48), 17)])
      expect(await fate('videos', Buffer.from(bytes))).toMatch(/^(200,501,501|400)$/);
  });
  test('rubbish behind a good mark', async () => {
    const marks = [
      '\xff\xd8\xff\xe0',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'BM',
      'II*\0',
      'RIFF\0\0\0\0WEBP',
      '%PDF-',
      '\x1aE\xdf\xa3',
      '<svg ',
    ];
    for (const mark of marks) {
      const bytes = Buffer.concat([Buffer.from(mark, 'latin1'), randomBytes(3000)]);
      const collection = mark === '%PDF-' ? 'pdfs' : mark.startsWith('\x1a') ? 'videos' : 'images';
      expect(await fate(collection, bytes)).toMatch(/^(200,501,501|400)$/);
    }
  });
});

describe('a render process that is killed', () => {
  /** Child processes of this process; Linux keeps a list of them for each thread. */
  const children = (): string[] =>
    readdirSync('/proc/self/task')
      .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'latin1').trim().split(' '))
      .filter((pid) => pid !== '' && existsSync(`/proc/${pid}`))
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('render/process.js'));
  const kill = (): void => {
    for (const pid of children()) process.kill(Number(pid), 'SIGKILL');
  };

  test('during an upload makes the request fail, and never gives the file a wrong type', async () => {
    const bytes = await picture('png', 77, 33);
    const before = storedNames(easel.folder);
    const answers = await easel.unchanged(async () => {
      let done = false;
      const posted = Promise.all(['images', 'uploads-folder'].map((to) => post(to, bytes))).finally(() => (done = true));
      while (!done) {
        kill();
        await nextTurn();
      }
      return posted;
    });
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(storedNames(easel.folder)).toEqual(before);
    expect((easel.errors as unknown[]).splice(0), 'each is in the log, as nothing else may be').toHaveLength(2);
    expect(await fate('images', bytes)).toBe('200,200,200');
  });

  test('between two jobs costs neither of them', async () => {
    const { hash } = await uploaded(easel, easel.admin, `${canvas}/images`, await picture('png', 600, 600));
    expect((await get(`/mipmaps/${hash}/0`)).status).toBe(200);
    const killed = children();
    kill();
    await until(() => !killed.some((pid) => existsSync(`/proc/${pid}`)));
    expect((await get(`/mipmaps/${hash}/1`)).status).toBe(200);
  });
});

describe('two things at once', () => {
  const script = '<script>alert(document.domain)</script>';

  test('a picture that is a page, a script and a PDF is served as a picture', async () => {
    const bytes = Buffer.concat([await picture('gif'), Buffer.from(`/*${script}*/=1;`), pdf()]);
    const { hash, id } = await uploaded(easel, easel.admin, `${canvas}/images`, bytes, 'page.html');
    for (const path of [`/assets/${hash}`, `${canvas}/images/${id}/download`]) {
      const { headers } = await get(path);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/gif', 'nosniff']);
    }
  });

  test('a page is not a picture, whatever its content and name', async () => {
    for (const text of [
      `<html>${svg()}</html>`,
      `<!DOCTYPE html>${script}<svg>`,
      `${script}`,
      `<?xml version="1.0"?><html>${script}</html>`,
    ])
      expect((await post('images', Buffer.from(text), 'a.svg')).status).toBe(400);
  });

  test('the script of an SVG never runs on our pages', async () => {
    const { hash, id } = await uploaded(
      easel,
      easel.admin,
      `${canvas}/images`,
      svg(40, 20, '<script>alert(1)</script>'),
      'a.svg',
    );
    const shown = await get(`/assets/${hash}`);
    expect(shown.headers.get('content-security-policy')).toMatch(/\bsandbox(?!.*allow-)/);
    const saved = await get(`${canvas}/images/${id}/download`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(saved.headers.get('content-security-policy')).toMatch(/\bsandbox(?!.*allow-)/);
    expect((await get(`/mipmaps/${hash}/0`)).headers.get('content-type')).toBe('image/webp');
  });

  test('an SVG shows nothing from elsewhere', async () => {
    const wanted: string[] = [];
    const elsewhere = createServer((request, response) => response.end(wanted.push(request.url!) && '')).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as { port: number };
    const address = `http://127.0.0.1:${port}/`;
    const inside = `<style>@import url("${address}style");</style><image href="${address}a.png" width="9" height="9"/><image xlink:href="file:///etc/hostname" width="9" height="9"/><use xlink:href="${address}b.svg#x"/><text font-family="x" style="src:url(${address}font)">x</text>`;
    const doctype = `<!DOCTYPE svg SYSTEM "${address}dtd" [<!ENTITY e SYSTEM "${address}entity">]>`;
    for (const bytes of [svg(40, 20, inside), Buffer.from(doctype + svg(40, 20, '<text>&e;</text>'))])
      expect(await fate('images', bytes)).toMatch(/^200,/);
    elsewhere.close();
    expect(wanted).toEqual([]);
  });
});

describe('names', () => {
  const names = [
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'a%0D%0ASet-Cookie: session=1',
    'a\u0000b.png',
    'quote".png',
    'semi;colon.png',
    'line\u2028end\u0085.png',
    '\u202egnp.exe',
    `${'x'.repeat(5000)}.png`,
    'CON',
    '.',
    '..',
    'снимок 图.png',
  ];
  const json = ['x\r\nSet-Cookie: session=1', '../..', 'a\u0000b\u0007c/d"e\\f;g\n.png', '\ud800lone.png'];

  test('never lead out of a folder or into a header', async () => {
    const picked = await picture('png', 12, 9);
    const made = [];
    for (const name of names) made.push(await uploaded(easel, easel.admin, `${canvas}/images`, picked, name));
    for (const original_filename of json)
      made.push(await uploaded(easel, easel.admin, `${canvas}/images`, picked, 'x', { original_filename }));
    const known = (await get(`/assets/${good}`)).headers;
    for (const { id, hash } of made) {
      for (const path of [`${canvas}/images/${id}/download`, `/assets/${hash}`, `/mipmaps/${hash}`, `/mipmaps/${hash}/0`]) {
        const { status, headers } = await get(path);
        const named = headers.get('content-disposition')!;
        expect([status, headers.get('set-cookie')]).toEqual([200, null]);
        expect(named).toMatch(/^(attachment|inline); filename="[ !#-.0-[\]-~]+"(; filename\*=UTF-8''[\w.~%!#$&+^`|-]+)?$/);
        for (const header of headers.keys())
          expect([...known.keys(), 'content-security-policy', 'last-modified']).toContain(header);
      }
    }
  });

  test('none of them becomes a name on our disk', () => {
    const files = readdirSync(easel.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const odd = files.filter(
      ({ name, parentPath }) =>
        !/^(easel\.db.*|.*lock.*|[0-9a-f]{62,64}(-\d+(-\d+)?\.(webp|json))?|[\w-]+)$/.test(name) ||
        join(parentPath, name).includes('passwd'),
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    '/mipmaps/..%2f..%2feasel.db',
    '/mipmaps/..%2f..%2feasel.db/0',
    '/assets/..%2f..%2feasel.db',
    '/assets/%2fetc%2fpasswd',
    '/assets/%00',
    '/assets/.',
  ])('%s is no file', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
