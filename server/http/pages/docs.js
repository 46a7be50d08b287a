/** Draws the API documentation from the OpenAPI document of this server. Text is only ever set as text, never as markup. */

const api = await (await fetch('/api/openapi.json')).json();
const base = location.origin + api.servers[0].url;
const entries = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation, id: operation.operationId })),
);

const byId = (id) => document.getElementById(id);
drawIntro();
for (const { name } of api.tags) drawTag(name);
const filter = byId('filter');
filter.addEventListener('input', applyFilter);
document.addEventListener('keydown', focusFilter);
addEventListener('hashchange', openTarget);
applyFilter();
openTarget();

/** An element with properties and children; strings become text nodes. */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function drawIntro() {
  byId('intro').append(make('h1', {}, `${api.info.title} API`));
  for (const paragraph of api.info.description.split('\n\n')) byId('intro').append(make('p', {}, ...marked(paragraph)));
  byId('intro').append(make('p', {}, 'Base address: ', make('code', {}, base)));
}

/** Text with `code` and **strong** parts. */
function marked(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return make('code', {}, part.slice(1, -1));
    return part.startsWith('**') ? make('strong', {}, part.slice(2, -2)) : part;
  });
}

function drawTag(tag) {
  const own = entries.filter(({ operation }) => operation.tags.includes(tag));
  const list = make('ul', {});
  const section = make('section', {}, make('h2', { id: `tag-${tag}` }, tag));
  for (const entry of own) {
    entry.link = make('li', {}, make('a', { href: `#${entry.id}` }, methodLabel(entry.method), make('span', {}, entry.path)));
    entry.article = drawEndpoint(entry);
    entry.words = `${entry.method} ${entry.path} ${entry.operation.summary} ${entry.operation['x-who-may']}`.toLowerCase();
    list.append(entry.link);
    section.append(entry.article);
  }
  byId('toc').append(make('section', {}, make('h2', {}, tag), list));
  byId('endpoints').append(section);
}

function methodLabel(method) {
  return make('span', { className: `method ${method}` }, method.toUpperCase());
}

/** The inside is drawn when it is opened: a hundred endpoints with their schemas are thousands of elements. */
function drawEndpoint({ id, method, path, operation }) {
  const summary = make(
    'summary',
    {},
    methodLabel(method),
    make('span', { className: 'path' }, path),
    make('span', { className: 'says' }, operation.summary),
  );
  const details = make('details', {}, summary);
  details.addEventListener('toggle', () => {
    if (details.children.length === 1) details.append(drawInside(method, path, operation));
  });
  return make('article', { id }, details);
}

function drawInside(method, path, operation) {
  const inside = make('div', { className: 'inside' }, drawFacts(operation));
  const parameters = operation.parameters.map(resolve);
  const body = operation.requestBody?.content['application/json']?.schema;
  const answer = operation.responses[200].content?.['application/json']?.schema;
  if (parameters.length > 0) inside.append(make('h3', {}, 'Parameters'), drawParameters(parameters));
  if (body) inside.append(make('h3', {}, 'Body'), drawFields(body), drawExample(exampleOf(body)));
  inside.append(make('h3', {}, 'Answer'));
  if (answer) inside.append(drawFields(answer), drawExample(exampleOf(answer)));
  else inside.append(make('p', {}, 'Empty.'));
  inside.append(make('h3', {}, 'Command'), drawCopy(curlOf(method, path, body)));
  return inside;
}

function drawFacts(operation) {
  const refusals = Object.keys(operation.responses).filter((status) => status !== '200');
  const isStream = operation.parameters.some((parameter) => parameter.$ref?.endsWith('/subscribe'));
  const facts = [
    ['Who may', operation['x-who-may']],
    ['Subscribable', isStream ? 'yes' : 'no'],
    ['Refusals', refusals.join(', ')],
    ['Source', operation['x-file']],
  ];
  return make('p', { className: 'facts' }, ...facts.map(([name, value]) => make('span', {}, make('b', {}, `${name}: `), value)));
}

function drawParameters(parameters) {
  return drawTable(
    ['Name', 'In', 'Type', ''],
    parameters.map(({ name, in: place, schema, description }) => [name, place, typeOf(schema), description ?? '']),
  );
}

function drawFields(schema) {
  const flat = flatten(schema);
  if (Object.keys(flat.properties).length === 0) return make('p', {}, typeOf(schema));
  const rows = Object.entries(flat.properties).map(([name, field]) => [
    name,
    typeOf(field),
    flat.required.has(name) ? 'always' : '',
    field.description ?? '',
  ]);
  return drawTable(['Field', 'Type', '', ''], rows);
}

function drawTable(head, rows) {
  const row = (cells, tag) => make('tr', {}, ...cells.map((cell) => make(tag, {}, ...marked(cell))));
  return make('table', {}, make('thead', {}, row(head, 'th')), make('tbody', {}, ...rows.map((cells) => row(cells, 'td'))));
}

function drawExample(value) {
  const text = JSON.stringify(value, null, 2);
  return make('details', {}, make('summary', {}, 'Example'), make('pre', {}, make('code', {}, text)));
}

function drawCopy(text) {
  const code = make('code', {}, text);
  const button = make('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    // Browsers have no clipboard on pages that came without TLS from another machine
    if (!navigator.clipboard) return getSelection().selectAllChildren(code);
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  return make('div', { className: 'copy' }, make('pre', {}, code), button);
}

/** The object behind a reference of the document. */
function resolve(value) {
  if (!value?.$ref) return value;
  return resolve(
    value.$ref
      .slice(2)
      .split('/')
      .reduce((at, key) => at[key], api),
  );
}

/** Fields of an object, of the items of a list, or of all parts of a combination. */
function flatten(sent) {
  const schema = resolve(sent);
  const flat = { properties: { ...schema.properties }, required: new Set(schema.required) };
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? schema.oneOf ?? []),
    ...(schema.type === 'array' && schema.items ? [schema.items] : []),
  ];
  for (const part of parts) {
    const { properties, required } = flatten(part);
    flat.properties = { ...properties, ...flat.properties };
    for (const name of required) flat.required.add(name);
  }
  return flat;
}

function typeOf(sent) {
  const schema = resolve(sent) ?? {};
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map(typeOf))].filter((type) => type !== 'null').join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (schema.type === 'object')
    return schema.title ?? (schema.properties ? `{${Object.keys(schema.properties).join(', ')}}` : 'object');
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function exampleOf(sent, depth = 0) {
  const schema = resolve(sent) ?? {};
  for (const key of ['const', 'default']) if (schema[key] !== undefined) return schema[key];
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const part = (schema.anyOf ?? schema.oneOf)?.[0];
  if (part) return exampleOf(part, depth);
  if (schema.type === 'array') return schema.items && depth < 4 ? [exampleOf(schema.items, depth + 1)] : [];
  if (schema.type === 'object' || schema.allOf) {
    const { properties } = flatten(schema);
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, depth + 1)]));
  }
  return (
    { string: 'text', integer: schema.minimum ?? 1, number: schema.minimum ?? 1, boolean: true }[[schema.type].flat()[0]] ?? null
  );
}

function curlOf(method, path, body) {
  const parts = [`curl '${base}${path}'`, `-H "Private-Token: $TOKEN"`];
  if (method !== 'get') parts.splice(1, 0, `-X ${method.toUpperCase()}`);
  if (body) parts.push(`-d '${JSON.stringify(exampleOf(body)).replaceAll("'", "'\\''")}'`);
  return parts.join(' \\\n  ');
}

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.words.includes(word));
    entry.link.hidden = entry.article.hidden = !fits;
    if (fits) shown++;
  }
  for (const section of document.querySelectorAll('#toc section, #endpoints section')) {
    section.hidden = !section.querySelector('li:not([hidden]), article:not([hidden])');
  }
  byId('count').textContent = words.length > 0 ? `${shown} of ${entries.length} endpoints` : `${entries.length} endpoints`;
}

function focusFilter(event) {
  if (event.key !== '/' || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  filter.focus();
}

/** Opens the endpoint that the address names, and moves the keyboard there. */
function openTarget() {
  const article = byId(decodeURIComponent(location.hash.slice(1)));
  const details = article?.querySelector(':scope > details');
  if (!details) return;
  details.open = true;
  article.scrollIntoView();
  details.querySelector('summary').focus({ preventScroll: true });
}
