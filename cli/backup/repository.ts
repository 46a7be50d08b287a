import { createHash, randomBytes } from 'node:crypto';
import {
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { backupFolder } from '../../server/settings/backups.ts';
import { makePrivate, syncFolder, writePrivate } from '../../server/start/private-file.ts';
import { FolderInUse, lockFolder } from '../../server/store/drivers/sqlite/lock.ts';
import { hashOf, type Manifest, type RepositoryHead, VERSION } from './format.ts';

const packed = promisify(gzip);
const unpacked = promisify(gunzip) as (bytes: Buffer, options: object) => Promise<Buffer>;

/** @bound Bytes of an object of a backup, unpacked: a larger one is refused as damaged. */
const OBJECT_BYTES = 256 * 1024 ** 2;
const HASH = /^[0-9a-f]{64}$/;
const UNFINISHED = '.unfinished-';

/** What is in a repository is not what it should be. The message says what, in one line. */
export class Damage extends Error {}

/**
 * The folder in which backups are: `docs/backup-format.md`. Nothing in it is ever changed once it was written; each file gets its name when
 * all of it is on the disk. So a repository is valid whenever its writer is killed.
 */
export class Repository {
  #folders = new Set<string>();
  /** Bytes written since it was opened. */
  written = 0;
  /** Called before this many bytes are written; throws where there is no room for them. */
  requireRoom: (bytes: number) => void = () => undefined;

  private constructor(
    /** Absolute path. */
    readonly path: string,
    readonly head: RepositoryHead,
  ) {}

  /** Throws one line for a person when there is none, or one that this version cannot read. */
  static open(place: string): Repository {
    const path = pathOf(place);
    const file = join(path, 'repository.json');
    if (!existsSync(file)) throw new Error(`${path} holds no backups: there is no repository.json`);
    const head = readHead(file);
    if (head.format !== 'easel-backup') throw new Error(`${file} is not of a repository of Easel`);
    if (head.version > VERSION) throw new Error(`${path} was made by a newer version of Easel; use that version`);
    return new Repository(path, head);
  }

  /** The repository of this server, made when the folder is missing or empty. Throws one line for a person. */
  static openOrMake(place: string, server_id: string, made_at: string): Repository {
    const path = pathOf(place);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!existsSync(join(path, 'repository.json'))) {
      const other = readdirSync(path).find((name) => !OWN.includes(name));
      if (other !== undefined) throw new Error(`${path} holds something else (${other}): name an empty folder for backups`);
      const head: RepositoryHead = { format: 'easel-backup', version: VERSION, server_id, made_at, encryption: null };
      writePrivate(join(path, 'repository.json'), `${JSON.stringify(head, null, 2)}\n`);
    }
    const repository = Repository.open(path);
    if (repository.head.server_id !== server_id)
      throw new Error(`${path} holds backups of another server, ${repository.head.server_id}: name another folder`);
    return repository;
  }

  /** Nobody else writes to it until the returned function is called. */
  lock(): () => void {
    makePrivate(join(this.path, 'easel.lock'));
    try {
      return lockFolder(this.path);
    } catch (cause) {
      if (!(cause instanceof FolderInUse)) throw cause;
      throw new Error(`another easel backup is at work on ${this.path}`);
    }
  }

  /** Removes what a killed writer left. Only while it is locked. */
  async tidy(): Promise<void> {
    for (const folder of ['objects', 'files', 'backups'])
      for (const name of this.#namesIn(folder).filter((one) => one.startsWith(UNFINISHED)))
        await rm(join(this.path, folder, name), { force: true });
  }

  /** The newest first. Throws Damage for a manifest that cannot be read: what it names is not known then. */
  manifests(): Manifest[] {
    const { whole, damaged } = this.readable();
    if (damaged.length > 0) throw new Damage(`${damaged[0]}; remove it, or name another backup`);
    return whole;
  }

  /** The manifests that can be read, the newest first, and what is wrong with the others. */
  readable(): { readonly whole: Manifest[]; readonly damaged: string[] } {
    const whole: Manifest[] = [];
    const damaged: string[] = [];
    for (const name of this.#namesIn('backups').filter((one) => /^[\w-]+\.json$/.test(one))) {
      try {
        whole.push(this.#readManifest(name));
      } catch (cause) {
        if (!(cause instanceof Damage)) throw cause;
        damaged.push(cause.message);
      }
    }
    // Two of one second have names in no order
    return { whole: whole.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)), damaged };
  }

  hasBackup(id: string): boolean {
    return this.#namesIn('backups').includes(`${id}.json`);
  }

  /** `undefined`: the newest. Throws one line for a person. */
  manifest(id: string | undefined): Manifest {
    if (id !== undefined && !this.hasBackup(id))
      throw new Error(`${this.path} has no backup ${id}; easel backup list shows them`);
    const found = id === undefined ? this.manifests()[0] : this.#readManifest(`${id}.json`);
    if (!found) throw new Error(`${this.path} holds no finished backup`);
    return found;
  }

  /** All of it is on the disk before the manifest is. */
  async finish(manifest: Manifest): Promise<void> {
    for (const folder of this.#folders) syncFolder(folder);
    this.#folders = new Set();
    await this.#write('backups', `${manifest.id}.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    syncFolder(join(this.path, 'backups'));
  }

  async remove({ id }: Pick<Manifest, 'id'>): Promise<void> {
    await rm(join(this.path, 'backups', `${id}.json`), { force: true });
    syncFolder(join(this.path, 'backups'));
  }

  /** Stores a text, unless it is there. @returns its hash */
  async add(text: string): Promise<string> {
    const hash = hashOf(text);
    if (!this.has('objects', hash)) await this.#write(join('objects', hash.slice(0, 2)), hash, await packed(text));
    return hash;
  }

  /** Throws Damage. */
  async read(hash: string): Promise<string> {
    const bytes = await readFile(this.pathOf('objects', hash)).catch((cause) => {
      throw new Damage(`the object ${hash} ${isMissing(cause) ? 'is not there' : `cannot be read (${cause.code})`}`);
    });
    const text = await unpacked(bytes, { maxOutputLength: OBJECT_BYTES }).catch(() => {
      throw new Damage(`the object ${hash} is damaged: it cannot be unpacked`);
    });
    if (createHash('sha256').update(text).digest('hex') !== hash)
      throw new Damage(`the object ${hash} is damaged: its content has another hash`);
    return text.toString('utf8');
  }

  has(folder: 'objects' | 'files', hash: string): boolean {
    return (statSync(this.pathOf(folder, hash), { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  pathOf(folder: 'objects' | 'files', hash: string): string {
    if (!HASH.test(hash)) throw new Damage(`“${hash.slice(0, 80)}” is no hash`);
    return join(this.path, folder, hash.slice(0, 2), hash);
  }

  /** All names of a folder: hashes. */
  hashesIn(folder: 'objects' | 'files'): string[] {
    return this.#namesIn(folder).flatMap((part) => this.#namesIn(join(folder, part)).filter((name) => HASH.test(name)));
  }

  /** Copies an uploaded file, and hashes it on the way. */
  async addFile(hash: string, from: string): Promise<'copied' | 'gone' | 'damaged'> {
    const found = statSync(from, { throwIfNoEntry: false });
    if (!found) return 'gone';
    this.requireRoom(found.size);
    const unfinished = await this.#unfinished('files');
    try {
      const seen = await copyHashed(from, unfinished);
      if (seen.hash !== hash) return 'damaged';
      await this.#name(unfinished, join('files', hash.slice(0, 2)), hash);
      this.written += seen.bytes;
      return 'copied';
    } catch (cause) {
      if (isMissing(cause)) return 'gone';
      throw cause;
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async #write(folder: string, name: string, bytes: Buffer): Promise<void> {
    this.requireRoom(bytes.length);
    const unfinished = await this.#unfinished(folder.split(/[\\/]/)[0]!);
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await writeFile(file, bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#name(unfinished, folder, name);
      this.written += bytes.length;
    } catch (cause) {
      await rm(unfinished, { force: true });
      throw cause;
    }
  }

  async #unfinished(folder: string): Promise<string> {
    await mkdir(join(this.path, folder), { recursive: true, mode: 0o700 });
    return join(this.path, folder, `${UNFINISHED}${randomBytes(8).toString('hex')}`);
  }

  async #name(unfinished: string, folder: string, name: string): Promise<void> {
    const path = join(this.path, folder);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await rename(unfinished, join(path, name));
    this.#folders.add(path).add(join(path, '..'));
  }

  #namesIn(folder: string): string[] {
    const path = join(this.path, folder);
    return existsSync(path) ? readdirSync(path) : [];
  }

  #readManifest(name: string): Manifest {
    let manifest: Manifest;
    try {
      manifest = JSON.parse(readFileSync(join(this.path, 'backups', name), 'utf8')) as Manifest;
    } catch (cause) {
      throw new Damage(`the manifest ${name} is damaged: ${(cause as Error).message}`);
    }
    // Files are named by it, so it must be what its name says
    if (`${manifest?.id}.json` !== name || !Array.isArray(manifest.scopes) || !Array.isArray(manifest.audit?.pieces))
      throw new Damage(`the manifest ${name} is damaged: it is not that of a backup`);
    return manifest;
  }
}

/** Names in a repository. */
const OWN = [
  'unnamed.json',
  'repository.json',
  'repository.json.new',
  'backups',
  'objects',
  'files',
  'easel.lock',
  'easel.lock-journal',
  'lost+found',
];

/** `/srv/backup` or `file:/srv/backup`. Throws one line for a person. */
function pathOf(place: string): string {
  if (place === '') throw new Error('name the folder of the backups');
  if (/^s3:/.test(place)) throw new Error('backups in S3 are not built yet: name a folder');
  return resolve(backupFolder(place));
}

function readHead(file: string): RepositoryHead {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RepositoryHead;
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`);
  }
}

const isMissing = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === 'ENOENT';

/** The SHA-256 of a file. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Copies a file to a new one, on the disk when it resolves. */
export async function copyHashed(from: string, to: string): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  await pipeline(createReadStream(from), watch, createWriteStream(to, { flags: flags as never, mode: 0o600, flush: true }));
  return { hash: hash.digest('hex'), bytes };
}
