import { tokenHash } from '../../server/access/authentication/tokens.ts';
import { backupRecord } from '../kit/backup-record.ts';
import type { Person } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import type { Line } from './line.ts';
import { NOWHERE, type Scene, type Target } from './scene.ts';
import type { Ground } from './verdict.ts';

type Params = Target['params'];

/** The targets of a route: things on which the callers have different rights, unknown things, and unknown items in them. */
export async function targetsOf(scene: Scene, route: string, line: Line): Promise<Target[]> {
  const path = route.split(' ')[1]!;
  if (path.includes(':canvas_id') || line.byHeader) return canvasTargets(scene, path, line);
  if (path.includes(':folder_id')) return folderTargets(scene);
  if (path.includes(':group_id')) return groupTargets(scene, path);
  if (path.includes(':user_id')) return userTargets(scene, line, route.startsWith('GET'));
  if (path.includes(':client_id')) return clientTargets(scene, line);
  if (path.includes(':backup_id')) return backupTargets(scene, line);
  if (path.includes(':installation_id')) return installationTargets(scene);
  return [{ name: 'as it is', params: {} }];
}

const plain: Ground = { own: 'none', editorsCanShare: true };

async function canvasTargets(scene: Scene, path: string, line: Line): Promise<Target[]> {
  const collection = path.split('/')[3] ?? '';
  const targets: Target[] = [];
  for (const link of ['none', 'view', 'edit'] as const) {
    const plain = await scene.kept(`${collection} ${link}`, () => canvasTarget(scene, collection, link));
    const target = line.byHeader || line.ofFile ? await scene.kept(`file ${link}`, () => withFile(scene, plain)) : plain;
    targets.push(target, ...missingItems(target, line));
  }
  if (line.need === 'share canvas') targets.push(await scene.kept('sealed', () => canvasTarget(scene, collection, 'edit', true)));
  for (const id of line.byHeader ? [NOWHERE, 'no-uuid', ''] : [NOWHERE, 'no-uuid']) {
    const params = { hash: NOWHERE, level: '0', canvas_id: id, widget_id: NOWHERE, table_id: NOWHERE, annotation_id: NOWHERE };
    const missing = `404 Canvas ${id || '(the header canvas-id is missing)'} not found`;
    targets.push({ name: `unknown ${id}`, params, ground: { ...plain, missing } });
  }
  return targets;
}

async function withFile(scene: Scene, target: Target): Promise<Target> {
  const file = await uploaded(scene.easel, scene.maker, `/canvases/${target.params.canvas_id}/images`, svg());
  return { ...target, params: { ...target.params, hash: file.hash, level: '0' } };
}

/** `sealed`: editors cannot share it. */
async function canvasTarget(scene: Scene, collection: string, link: 'none' | 'view' | 'edit', sealed = false): Promise<Target> {
  const made = await scene.canvas(collection, link, sealed ? scene.sealedFolder : scene.folder);
  return {
    name: `${sealed ? 'sealed, ' : ''}link ${link}`,
    params: { canvas_id: made.id, widget_id: made.widget, table_id: made.widget, annotation_id: made.stroke },
    ground: { own: 'none', link, editorsCanShare: !sealed },
    has: made,
    // Nobody has asked for a preview before
    missingItem: collection === 'preview' ? `404 Canvas ${made.id} doesn't have preview` : undefined,
    again: () => canvasTarget(scene, collection, link, sealed),
  };
}

function missingItems(target: Target, { item }: Line): Target[] {
  if (!item) return [];
  const [kind, parameter] = item;
  const params = { ...target.params, [parameter]: NOWHERE };
  return [{ ...target, name: `${target.name}, unknown item`, params, missingItem: `404 ${kind} ${NOWHERE} not found` }];
}

async function backupTargets(scene: Scene, line: Line): Promise<Target[]> {
  const target = await scene.kept('backup', async () => ({
    name: 'backup',
    params: { backup_id: await backupRecord(scene.easel) },
  }));
  return [target, ...missingItems(target, line)];
}

async function folderTargets(scene: Scene): Promise<Target[]> {
  const owner = scene.people.get('owner')!;
  const system = (id: string, is: 'root' | 'home' | 'trash'): Target => {
    const target = { name: is, params: { folder_id: id }, ground: { ...plain, system: { id, is } } };
    return { ...target, again: async () => target };
  };
  const unknown = (id: string): Target => {
    const ground = { ...plain, missing: `404 Folder ${id} not found` };
    return { name: `unknown ${id}`, params: { folder_id: id }, ground };
  };
  return [
    await scene.kept('folder', () => folderTarget(scene, true)),
    await scene.kept('sealed folder', () => folderTarget(scene, false)),
    system(scene.root.id, 'root'),
    system(String(owner.id), 'home'),
    system(`trash.${owner.id}`, 'trash'),
    unknown(NOWHERE),
    unknown('trash.99999'),
  ];
}

async function folderTarget(scene: Scene, editorsCanShare: boolean): Promise<Target> {
  const { id } = await scene.sharedFolder(editorsCanShare);
  return {
    name: editorsCanShare ? 'shared' : 'sealed',
    params: { folder_id: id },
    ground: { ...plain, editorsCanShare },
    again: () => folderTarget(scene, editorsCanShare),
  };
}

async function groupTargets(scene: Scene, path: string): Promise<Target[]> {
  const group = await scene.kept('group', () => groupTarget(scene));
  const { group_id, user_id } = group.params as { group_id: string; user_id: string };
  const wrong = (group: string, user: string, ids: string): Target => ({
    name: `group ${group}, user ${user}`,
    params: { group_id: group, user_id: user },
    ids,
  });
  const targets = [
    group,
    wrong('x', user_id, '400 Group ID x is not an integer'),
    wrong('99999', user_id, '404 Group 99999 not found'),
  ];
  if (!path.includes(':user_id')) return targets;
  return [
    ...targets,
    wrong(group_id, 'x', '400 User ID x is not an integer'),
    wrong(group_id, '99999', '404 User 99999 not found'),
    wrong('99999', 'x', '400 User ID x is not an integer'),
  ];
}

async function groupTarget(scene: Scene): Promise<Target> {
  const { admin } = scene.easel;
  const { id } = (await admin.post('/groups', { name: scene.unique() })).body;
  await admin.post(`/groups/${id}/members`, { id: scene.recipient.id });
  const params = { group_id: String(id), user_id: String(scene.recipient.id) };
  return { name: 'a group', params, again: () => groupTarget(scene) };
}

async function userTargets(scene: Scene, line: Line, isRead: boolean): Promise<Target[]> {
  const target = await userTarget(scene);
  const unknown = (user_id: string, ids: string): Target => {
    const params: Params = { ...target.params, user_id };
    return { name: `unknown ${user_id}`, params, ids };
  };
  return [
    target,
    ...missingItems(target, line),
    unknown('99999', '404 User 99999 not found'),
    // A GET takes `current` as the caller: test/accounts/users.test.ts
    unknown(isRead ? 'current' : 'me', `400 User ID ${isRead ? 'current' : 'me'} is not an integer`),
  ];
}

async function clientTargets(scene: Scene, line: Line): Promise<Target[]> {
  const params = { client_id: NOWHERE, index: '0', input_id: 'cam-front' };
  const unknown = (client_id: string): Target => {
    const client = { shows: 'none', control: 'all' } as const;
    return { name: `unknown ${client_id}`, params: { ...params, client_id }, client };
  };
  const targets: Target[] = [unknown(NOWHERE), unknown('no-uuid')];
  for (const [shows, control] of [
    ['none', 'all'],
    ['ro', 'all'],
    ['rw', 'owner'],
    ['rw', 'all'],
  ] as const) {
    const name = `${shows}, steered by ${control}`;
    const target = await scene.kept(name, async () => {
      const client = { shows, control, owner: scene.people.get('owner')! };
      return { name, params: { ...params, client_id: await scene.display(shows, control) }, client };
    });
    targets.unshift(target, ...missingItems(target, line));
  }
  return targets;
}

async function installationTargets(scene: Scene): Promise<Target[]> {
  const unknown = (id: string): Target => ({
    name: `unknown ${id}`,
    params: { installation_id: id },
    installation: { isThere: false, missing: `404 Installation ${id} not found` },
  });
  return [await scene.kept('installation', () => installationTarget(scene)), unknown(NOWHERE), unknown('no-uuid')];
}

async function installationTarget(scene: Scene): Promise<Target> {
  const id = await scene.installation();
  return {
    name: 'an installation',
    params: { installation_id: id },
    installation: { isThere: true, owner: scene.people.get('owner')!, missing: `404 Installation ${id} not found` },
    again: () => installationTarget(scene),
  };
}

/** An account that acts on itself, in addition to the other targets. */
async function userTarget(scene: Scene): Promise<Target> {
  const person = await scene.easel.user();
  const { id } = (await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body;
  const { token } = await scene.easel.signIn(person.email, person.password);
  const item_id = (await scene.easel.canvas(person)).split('/')[2]!;
  const mark = (await person.post(`/users/${person.id}/marks`, { item_id, starred: true })).body;
  const ids = { token_id: id as string, session_id: tokenHash(token), mark_id: mark.id as string };
  const params = { user_id: String(person.id), ...ids };
  return { name: 'an account', params, asker: selfOf(person), again: () => userTarget(scene) };
}

const selfOf = (person: Person): Target['asker'] => ({
  name: 'the user',
  headers: { 'private-token': person.token },
  credential: 'valid',
  person,
  admin: false,
  own: 'none',
  foreign: false,
});
