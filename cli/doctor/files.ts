import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { s3Address } from '../../server/settings/asset-address.ts';
import { copyHashed, hashOfFile, Repository } from '../backup/repository.ts';
import type { Reading } from '../backup/source.ts';
import { sizeText } from '../operate/asking.ts';
import { type CheckDefinition, type Finding, ok, type Patient } from './check.ts';

const MOST_DETAILS = 20;
/** Bytes that came lately may still get a record; the server itself waits for as long. */
const YOUNG_MS = 3 * 3_600_000;

export const fileChecks: readonly CheckDefinition[] = [
  {
    name: 'assets_missing',
    costs: 'little',
    look: (patient) =>
      onFiles(patient, (named, assets) => {
        const missing = [...named].filter(([hash]) => !existsSync(pathOf(assets, hash)));
        if (missing.length === 0) return ok(`all ${named.size} files that canvases name are there`);
        return lost(patient, assets, missing, `${missing.length} files that canvases name are not there`);
      }),
  },
  {
    name: 'assets_damaged',
    costs: 'much',
    look: (patient) =>
      onFiles(patient, async (named, assets) => {
        const damaged: [string, string][] = [];
        let at = 0;
        for (const [hash, who] of named) {
          patient.progress.step(() => `read ${at} of ${named.size} files`);
          at++;
          const path = pathOf(assets, hash);
          if (existsSync(path) && (await hashOfFile(path)) !== hash) damaged.push([hash, who]);
        }
        if (damaged.length === 0) return ok(`the content of ${named.size} files is as it was stored`);
        return lost(patient, assets, damaged, `${damaged.length} files have another content than was stored`);
      }),
  },
  {
    name: 'assets_stray',
    costs: 'little',
    look: (patient) =>
      onFiles(patient, (named, assets) => {
        let count = 0;
        let bytes = 0;
        for (const part of partsOf(assets)) {
          for (const hash of readdirSync(join(assets, part))) {
            if (named.has(hash)) continue;
            const found = statSync(join(assets, part, hash), { throwIfNoEntry: false });
            if (!found || patient.now.getTime() - found.mtimeMs < YOUNG_MS) continue;
            count++;
            bytes += found.size;
          }
        }
        if (count === 0) return ok('every file is one that a canvas names');
        return {
          state: 'degraded',
          says: `${count} files, ${sizeText(bytes)}, to which nothing refers`,
          mend: patient.isRunning ? 'easel gc' : 'Start the server, which removes them within some hours; at once: easel gc',
        };
      }),
  },
];

/** With files in S3 there is nothing to look at here. */
async function onFiles(
  { source, settings, folder }: Patient,
  look: (named: ReadonlyMap<string, string>, assets: string) => Finding | Promise<Finding>,
): Promise<Finding | undefined> {
  if (!source || s3Address(settings.assetsUrl)) return undefined;
  const named = await source.hold(async (reading) => filesIn(reading));
  return look(named, join(folder, 'assets'));
}

/** The hashes of all files, each with what names it. */
function filesIn(reading: Reading): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const canvases = new Map<string, string>();
  for (const scope of reading.scopes()) {
    for (const { kind, shown, files } of reading.records(scope)) {
      const record = JSON.parse(shown) as { readonly id?: string; readonly name?: string };
      if (kind === 'Canvas') canvases.set(record.id ?? '', record.name ?? '');
      for (const hash of files) if (!named.has(hash)) named.set(hash, `${kind} ${record.id} on ${wordFor(scope.id, canvases)}`);
    }
    for (const { hash } of reading.released(scope))
      if (!named.has(hash)) named.set(hash, `a deleted widget on ${wordFor(scope.id, canvases)}`);
  }
  return named;
}

const wordFor = (id: string, canvases: ReadonlyMap<string, string>): string => `canvas ${canvases.get(id) ?? id} (${id})`;

function lost(patient: Patient, assets: string, files: readonly (readonly [string, string])[], says: string): Finding {
  const details = files.slice(0, MOST_DETAILS).map(([hash, who]) => `${hash}: ${who}`);
  const { backups } = patient;
  const repository = openIfThere(backups);
  const there = repository ? files.filter(([hash]) => repository.has('files', hash)) : [];
  const mend =
    repository === undefined
      ? 'Take them out of a backup: easel doctor --fix assets_missing assets_damaged --backups <folder of backups>'
      : there.length > 0
        ? `easel doctor --fix assets_missing assets_damaged --backups ${backups}`
        : 'Look in other backups, or upload them again.';
  const run = async (): Promise<string> => {
    for (const [hash] of there) await putBack(repository!, assets, hash);
    return `${there.length} of ${files.length} files were taken out of the backups`;
  };
  return {
    state: 'failed',
    says,
    mend,
    details,
    ...(there.length > 0 && { fix: { will: `take ${there.length} of ${files.length} files out of the backups`, run } }),
  };
}

/** Whether it can be used is a check of its own. */
function openIfThere(backups: string | undefined): Repository | undefined {
  try {
    return backups === undefined ? undefined : Repository.open(backups);
  } catch {
    return undefined;
  }
}

async function putBack(repository: Repository, assets: string, hash: string): Promise<void> {
  const to = pathOf(assets, hash);
  const unfinished = join(assets, `restoring-${hash}`);
  mkdirSync(join(assets, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
  await rm(unfinished, { force: true });
  const seen = await copyHashed(repository.pathOf('files', hash), unfinished);
  if (seen.hash !== hash) {
    await rm(unfinished, { force: true });
    throw new Error(`the file ${hash} is damaged in the backups, too`);
  }
  await rename(unfinished, to);
}

const partsOf = (assets: string): string[] =>
  existsSync(assets) ? readdirSync(assets).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
const pathOf = (assets: string, hash: string): string => join(assets, hash.slice(0, 2), hash);
