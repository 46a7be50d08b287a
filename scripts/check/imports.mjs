/**
 * The direction of imports. Each part imports itself and the parts before it:
 *
 *   texts <- model <- json <- store <- nodes <- access <- changes <- assets, mail, outgoing, licence, displays, audit, health <- previews <- http
 *         <- collections <- users <- every other folder <- what features bring <- start, the files of server/ <- client <- cli
 *
 * What a feature brings are the feature.ts, behaviours/, routes/ and jobs/ of its folder.
 *
 * `import type` counts: a type that points the wrong way is a rule in the wrong place. `client/` runs in a browser, so it
 * imports itself and `model/` only. Files do not import each other in a circle. Tests and test/ may import everything and are imported by nothing.
 * What benchmarks and scripts import from `dist/` has a source, which no compiler looks for.
 */
import { posix } from 'node:path';
import { mutual, upward } from './exceptions.mjs';
import { isTest, parse, sources } from './sources.mjs';

const parts = [
  ['texts'],
  ['model'],
  /** Below the whole server; they know nothing of it. */
  ['server/settings', 'server/settings.ts', 'server/clock.ts', 'server/scheduler.ts', 'server/disk.ts', 'server/json'],
  /** What the parts of the server count. */
  ['server/metrics'],
  ['server/store'],
  /** The processes of one installation. */
  ['server/nodes'],
  /** What a job is, and which node runs it. */
  ['server/jobs'],
  ['server/access'],
  ['server/changes'],
  ['server/assets', 'server/mail', 'server/outgoing', 'server/licence', 'server/displays', 'server/audit', 'server/health'],
  /** Reads canvases and has them drawn by the renderers of files. */
  ['server/previews'],
  ['server/http'],
  ['server/collections'],
  /** What a feature is. */
  ['server/feature.ts'],
  /** Other features build on what users are. */
  ['server/users'],
  /** Every other folder of the server is that of a feature. */
  [/^server\/(?!start\/)[^/]+\//],
  ['what a feature brings'],
  ['server'],
  ['client'],
  ['cli'],
];
const brought = /^server\/[^/]+\/(feature\.ts$|(behaviours|routes|jobs)\/)/;
const placeOf = (file) => (brought.test(file) ? 'what a feature brings' : file);
const isIn = (place, file) => (typeof place === 'string' ? file === place || file.startsWith(`${place}/`) : place.test(file));
const rankOf = (file) => parts.findIndex((places) => places.some((place) => isIn(place, placeOf(file))));

/** Rooms with one door, the file that others may use. Only the openers may import what is inside. */
const rooms = [
  { room: 'server/store/', door: 'server/store/store.ts', openers: /^(server\/[^/]+\.ts|server\/start\/.*|cli\/.*)$/ },
];

/**
 * Halls and their rooms, top first: a room imports itself, the rooms after it, and the files of the hall itself. Other folders of a hall
 * are no rooms.
 */
const halls = {
  'server/access': ['authorization', 'authentication'],
  'server/canvases': ['behaviours', 'routes', 'permissions', 'change', 'show', 'rules'],
  'server/displays': ['arrival', 'steering', 'hosting', 'presence', 'session', 'shown', 'socket'],
  'server/http': ['serving', 'pages', 'answers', 'bodies', 'routing', 'bounds'],
  web: ['outline', 'selection'],
  'web/pages/home': ['desk', 'navigation', 'cards', 'questions'],
};

/** Packages that only some places may import. The router, for example, would bring HTTP to code that should not know it. */
const packages = [
  { pattern: /^(find-my-way|@fastify\/.*)$/, places: /^server\/http\// },
  { pattern: /^/, places: /^(?!model\/)/, says: 'model imports only itself' },
  { pattern: /^/, places: /^(?!client\/)/, says: 'client imports only itself and model' },
  {
    pattern: /^(?!(preact|@preact\/signals|preact-iso|rbush|lucide|hls\.js|uqr|idb|lz-string|papaparse)(\/|$))(?!.*\.(css|svg)$)/,
    places: /^(?!web\/)/,
    says: 'it is no package of the page',
  },
];

export async function check() {
  const all = sources();
  const files = all.filter(({ file }) => /^(texts|model|client|server|cli|web)\//.test(file) && !isTest(file));
  const edges = files.flatMap((source) => importsOf(source));
  const ofScripts = all.filter(({ file }) => /^(bench|scripts)\//.test(file)).flatMap((source) => importsOf(source));
  return [...wrongImports(edges), ...circles(edges, mutual), ...withoutSource(ofScripts, new Set(all.map(({ file }) => file)))];
}

/** Imports of built files that are built from nothing. @param files all sources */
export const withoutSource = (edges, files) =>
  edges
    .filter(({ to }) => to.startsWith('dist/') && !files.has(to.slice('dist/'.length).replace(/\.js$/, '.ts')))
    .map(({ from, to }) => `${from} imports ${to}, which has no source`);

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
  if (isUpward(from, to) && !upward.some((one) => one.from === from && one.to === to))
    return [`${from} imports ${to}: a room imports itself and the rooms below it`];
  if (from.startsWith('web/'))
    return /^(web|client|model|texts)\//.test(to) ? [] : [`${from} imports ${to}: web imports itself, client, model and texts`];
  if (from.startsWith('client/'))
    return /^(client|model)\//.test(to) ? [] : [`${from} imports ${to}: client imports itself and model`];
  if (to.startsWith('web/')) return [`${from} imports ${to}: web is imported by nothing`];
  if (rankOf(to) < 0) return [`${from} imports ${to}, which is no part`];
  if (rankOf(to) > rankOf(from)) return [`${from} imports ${to}: against the direction of imports`];
  const isInside = ({ room, door, openers }) =>
    to.startsWith(room) && to !== door && !from.startsWith(room) && !openers.test(from);
  return rooms.filter(isInside).map(({ door }) => `${from} imports ${to}: others import ${door} only`);
}

/** Whether the import goes to a room above, in one of the halls. */
function isUpward(from, to) {
  return Object.entries(halls).some(([hall, order]) => {
    if (![from, to].every((file) => file.startsWith(`${hall}/`))) return false;
    const [above, below] = [to, from].map((file) => order.indexOf(file.slice(hall.length + 1).split('/')[0]));
    return above >= 0 && above < below;
  });
}

function wrongPackage({ from, to }) {
  const rule = packages.find(({ pattern, places }) => pattern.test(to) && !places.test(from));
  return rule === undefined ? [] : [`${from} imports ${to}${rule.says ? `: ${rule.says}` : ', which belongs to server/http'}`];
}

/** Every circle without an exception, as a path, and every exception that matches no circle. */
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

/** Depth first: meeting a file again while it is open closes a circle. */
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
