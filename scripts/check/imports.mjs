/**
 * The direction of imports. Each part imports itself and what stands before it:
 *
 *   model <- store <- access <- changes <- commands <- assets, mail, saml, licence, displays, audit <- http <- collections
 *         <- routes <- the files of server/ <- cli
 *
 * `import type` counts: a type that points the wrong way is a rule in the wrong place. Files do not import each other in
 * a circle. Tests and test/ may import everything and are imported by nothing.
 */
import { posix } from 'node:path';
import { mutual } from './exceptions.mjs';
import { isTest, parse, sources } from './sources.mjs';

const parts = [
  ['model'],
  /** Stand below the server and know nothing of it. */
  ['server/settings', 'server/settings.ts', 'server/clock.ts', 'server/scheduler.ts'],
  ['server/store'],
  ['server/access'],
  ['server/changes'],
  ['server/commands'],
  ['server/assets', 'server/mail', 'server/saml', 'server/licence', 'server/displays', 'server/audit'],
  ['server/http'],
  ['server/collections'],
  ['server/routes'],
  ['server'],
  ['cli'],
];
const rankOf = (file) => parts.findIndex((places) => places.some((place) => file === place || file.startsWith(`${place}/`)));

/** Packages that only some places may import. Fastify elsewhere would be HTTP where nothing should know it. */
const packages = [
  { pattern: /^(fastify|@fastify\/.*)$/, places: /^server\/(http\/|app\.ts$)/ },
  { pattern: /^(?!typebox(\/|$))/, places: /^(?!model\/)/, says: 'model imports only itself and typebox' },
];

export async function check() {
  const files = sources().filter(({ file }) => /^(model|server|cli|web)\//.test(file) && !isTest(file));
  const edges = files.flatMap((source) => importsOf(source));
  return [...wrongImports(edges), ...circles(edges, mutual)];
}

/** @returns {{ from: string, to: string, local: boolean }[]} files, or packages by name */
export function importsOf(source) {
  const { module } = parse(source);
  const requests = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map((one) => source.text.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1)),
  ];
  return [...new Set(requests)].map((request) => {
    const local = request.startsWith('.');
    return { from: source.file, to: local ? posix.join(posix.dirname(source.file), request) : request, local };
  });
}

export function wrongImports(edges) {
  return edges.flatMap((edge) => (edge.local ? wrongDirection(edge) : wrongPackage(edge)));
}

function wrongDirection({ from, to }) {
  if (isTest(to) || to.startsWith('test/')) return [`${from} imports ${to}: tests are imported by nothing`];
  if (from.startsWith('web/')) return /^(web|model)\//.test(to) ? [] : [`${from} imports ${to}: web imports itself and model`];
  if (to.startsWith('web/')) return [`${from} imports ${to}: web is imported by nothing`];
  if (rankOf(to) < 0) return [`${from} imports ${to}, which is no part`];
  return rankOf(to) <= rankOf(from) ? [] : [`${from} imports ${to}: against the direction of imports`];
}

function wrongPackage({ from, to }) {
  const rule = packages.find(({ pattern, places }) => pattern.test(to) && !places.test(from));
  return rule === undefined ? [] : [`${from} imports ${to}${rule.says ? `: ${rule.says}` : ', which belongs to server/http'}`];
}

/** Every circle that the exceptions leave, as a path; and exceptions for what is no circle. */
export function circles(edges, exceptions) {
  const between = ({ from, to }, { files }) => files.includes(from) && files.includes(to);
  const idle = exceptions.filter((exception) => edges.filter((edge) => between(edge, exception)).length < 2);
  const graph = new Map();
  for (const edge of edges) {
    if (!edge.local || exceptions.some((exception) => between(edge, exception))) continue;
    graph.set(edge.from, [...(graph.get(edge.from) ?? []), edge.to]);
  }
  return [...circlesOf(graph), ...idle.map(({ files }) => `the exception for ${files.join(' and ')} is not needed any more`)];
}

/** Depth first; a file that is met again while it is open closes a circle. */
function circlesOf(graph) {
  const found = [];
  const open = [];
  const done = new Set();
  const visit = (file) => {
    if (open.includes(file)) found.push(`circle: ${[...open.slice(open.indexOf(file)), file].join(' -> ')}`);
    if (done.has(file) || open.includes(file)) return;
    open.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    open.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}
