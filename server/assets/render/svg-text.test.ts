import { expect, test } from 'vitest';
import { startsSvg, svgInUtf8 } from './svg-text.ts';

const yes = [
  '<svg>',
  '<svg/>',
  '\ufeff<svg xmlns="http://www.w3.org/2000/svg">',
  ' \r\n\t<svg >',
  '<?xml version="1.0"?><!-- a > b --><svg\n>',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg>',
  '<!DOCTYPE svg [<!ENTITY a ">"> ]><svg>',
  '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg">',
];
const no = [
  '',
  'svg',
  'text <svg>',
  '<html><svg>',
  '<!-- <svg>',
  '<!-- --> text <svg>',
  '<svgx>',
  '<!DOCTYPE html><html><svg>',
  '<!DOCTYPE svg [',
  '<?xml',
  '<script>//<svg>',
  '\x1f\x8b<svg>',
  '\0<svg>',
];

test.each(yes)('%j begins an SVG', (text) => expect(startsSvg(Buffer.from(text))).toBe(true));
test.each(no)('%j does not', (text) => expect(startsSvg(Buffer.from(text))).toBe(false));

test('also in UTF-16', () => {
  const text = Buffer.from('\ufeff<?xml version="1.0"?><svg>', 'utf16le');
  expect(startsSvg(text)).toBe(true);
  expect(startsSvg(Buffer.from(text).swap16())).toBe(true);
});

test('UTF-16 is turned into UTF-8 without a declaration, and everything else is left as it is', () => {
  const text = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><svg>\u00e4\u{1f600}</svg>', 'utf16le');
  for (const bytes of [Buffer.from(text), Buffer.from(text).swap16()])
    expect(svgInUtf8(bytes).toString()).toBe('<svg>\u00e4\u{1f600}</svg>');
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg>\u00e4</svg>', 'latin1');
  expect(svgInUtf8(latin)).toBe(latin);
});

test('a long beginning is scanned only once', () => {
  const before = process.cpuUsage();
  startsSvg(Buffer.from('<!-- -->'.repeat(2 ** 13)));
  startsSvg(Buffer.from(`<!DOCTYPE svg [${']'.repeat(2 ** 16)}`));
  startsSvg(Buffer.from(' '.repeat(2 ** 16)));
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
