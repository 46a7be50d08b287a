import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));
const executablePath = [process.env.EASEL_CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
/** Frames follow each other as fast as they can be made, and are drawn by the processor, as on the weakest machine. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync', '--js-flags=--expose-gc'];

/** Starts Chromium; without one this fails. */
export function startChromium() {
  if (!executablePath) throw new Error('no Chromium; apt-get install chromium or set EASEL_CHROMIUM');
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Opens a page with one canvas that fills it, and a module of bench/page as `window.bench`.
 * @param code as of `bundleOf`
 */
export async function openPage(browser, code, { width, height, ratio = 1 }) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: ratio });
  page.on('pageerror', (error) => console.error(error));
  await page.setContent(
    `<!doctype html><style>${fonts()}*{margin:0}body{overflow:hidden}canvas{display:block}</style><canvas></canvas>`,
  );
  await page.addScriptTag({ content: `${code}`, type: 'module' });
  await page.waitForFunction('window.bench');
  await page.evaluate('Promise.all([...document.fonts].map((font) => font.load()))');
  return page;
}

/** A program whose `window.bench` holds what the module exports. @param module below the repository */
export async function bundleOf(module) {
  const entry = `${root}entry-of-a-bench.ts`;
  const virtual = {
    name: 'entry',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? `import * as bench from './${module}'; window.bench = bench;` : null),
  };
  const bundle = await rolldown({ input: entry, cwd: root, plugins: [virtual], logLevel: 'silent' });
  const { output } = await bundle.generate({ minify: false });
  await bundle.close();
  return output[0].code;
}

function fonts() {
  const faces = [400, 600].map((weight) => {
    const file = readFileSync(`${root}node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
    return `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/woff2;base64,${file.toString('base64')})}`;
  });
  return faces.join('');
}
