import { expect, it } from 'vitest';
import { asyncApiDocument } from './document.ts';
import { messagesPage } from './page.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is read at many places
type Json = any;

const document: Json = asyncApiDocument();
const page = messagesPage(document);

it('shows every message once, with its fields and its examples', () => {
  for (const [name, { payload, examples }] of Object.entries<Json>(document.components.messages)) {
    const start = page.indexOf(`<section id="${name}">`);
    const section = page.slice(start, page.indexOf('</section>', start));
    expect([name, page.split(`id="${name}"`).length]).toEqual([name, 2]);
    const fields = Object.keys(payload.properties).filter((key) => key !== 'type');
    expect(fields.filter((key) => !section.includes(`<dt><code>${key}</code>`))).toEqual([]);
    expect([name, section.split('<pre>').length - 1]).toEqual([name, examples.length]);
  }
});

it('says who sends it, what answers it, and what a field may hold', () => {
  const clients = page.indexOf('What a client sends');
  const servers = page.indexOf('What the server sends');
  expect(clients).toBeLessThan(page.indexOf('id="update"'));
  expect(page.indexOf('id="update"')).toBeLessThan(servers);
  expect(page.indexOf('id="ack-of-client"')).toBeLessThan(servers);
  expect(servers).toBeLessThan(page.indexOf('id="welcome"'));
  expect(page).toContain('Answer: <a href="#welcome"><code>welcome</code></a> or <a href="#error"><code>error</code></a>');
  expect(page).toContain('<code>path</code> string, at most 4096 characters <strong>required</strong>');
  expect(page).toContain('<code>kind</code> <code>display</code>, <code>viewer</code>');
  expect(page).toContain('<code>canvas_id</code> uuid or empty');
  expect(page).toContain('<code>by</code> <a href="#object-Commander">Commander</a> or null</dt><dd>Who asked; null: ');
});

it('leads to every object that it names', () => {
  const named = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
});

it('is text, whatever stands in a document', () => {
  const odd = { ...document, info: { description: 'a <script> & `code`' } };
  expect(messagesPage(odd)).toContain('<p>a &#60;script&#62; &#38; <code>code</code></p>');
});
