import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '../assets/blobs/s3/bucket.ts';
import { FILES, OWNER } from '../assets/blobs/s3/names.ts';
import { openS3Blobs } from '../assets/blobs/s3/s3.ts';
import { type BucketDeps, openBucket } from '../assets/blobs/s3/sdk-bucket.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { FileReads } from '../assets/file-bytes.ts';
import { openBlobs } from '../assets/open-blobs.ts';
import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import { s3Address } from '../settings/asset-address.ts';
import type { Settings } from '../settings.ts';
import { writePrivate } from './private-file.ts';

/** Where the files of a server are, whoever they belong to. */
export interface AssetPlace {
  /** For people: a folder, or the address of a bucket. */
  readonly name: string;
  /** The id of the server whose files they are. `''`: nothing says. */
  readOwner(): Promise<string>;
  writeOwner(id: string): Promise<void>;
  removeOwner(): Promise<void>;
  hasFiles(): Promise<boolean>;
  /** What a person can do: bring other files here, take these away, and say with a command whose they are. */
  readonly ways: { readonly putBack: string; readonly takeAway: string; readonly own: (id: string) => string };
  open(deps: OpeningDeps): Promise<Blobs>;
  close(): void;
}

export interface OpeningDeps {
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'refuseFiles'>;
  readonly reads: FileReads;
}

export interface AssetPlaceDeps {
  readonly settings: Pick<Settings, 'assetsUrl' | 'assetsAccessKey' | 'assetsSecretKey' | 'assetCacheBytes'>;
  /** Path of a file or folder in the data folder. */
  readonly path: (name: string) => string;
  readonly log: BucketDeps['log'];
}

/** Touches no files. Throws one line for a person when a bucket cannot be used. */
export async function openAssetPlace({ settings, path, log }: AssetPlaceDeps): Promise<AssetPlace> {
  const address = s3Address(settings.assetsUrl);
  if (!address) return folderPlace(path('assets'));
  const { assetsAccessKey: accessKey, assetsSecretKey: secretKey, assetCacheBytes: copyBytes } = settings;
  const bucket = await openBucket({ ...address, accessKey, secretKey, log });
  return bucketPlace(bucket, `s3://${address.bucket}/${address.prefix}`, { folder: path('s3'), copyBytes });
}

function folderPlace(folder: string): AssetPlace {
  const file = join(folder, OWNER);
  return {
    name: folder,
    readOwner: async () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : ''),
    writeOwner: async (id) => writePrivate(file, `${id}\n`),
    removeOwner: async () => rmSync(file, { force: true }),
    async hasFiles() {
      if (!existsSync(folder)) return false;
      const folders = readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
      return folders.some((name) => readdirSync(join(folder, name)).length > 0);
    },
    ways: {
      putBack: 'put that folder back (is its disk mounted?)',
      takeAway: 'move that folder away',
      own: (id) => `${existsSync(folder) ? '' : `mkdir -p ${folder} && `}echo ${id} > ${file}`,
    },
    open: (deps) => openBlobs({ ...deps, folder }),
    close: () => undefined,
  };
}

/** @param name ends with `/` */
function bucketPlace(bucket: Bucket, name: string, own: { readonly folder: string; readonly copyBytes: number }): AssetPlace {
  return {
    name,
    readOwner: async () => ((await bucket.text(OWNER)) ?? '').trim(),
    writeOwner: (id) => bucket.write(OWNER, `${id}\n`),
    removeOwner: () => bucket.remove(OWNER),
    async hasFiles() {
      for await (const _ of bucket.list(FILES)) return true;
      return false;
    },
    ways: {
      putBack: 'put them back (is it the right bucket and prefix?)',
      takeAway: 'name another bucket or prefix in EASEL_ASSETS_URL',
      own: (id) => `echo ${id} | aws s3 cp - ${name}${OWNER}`,
    },
    async open({ clock, disk }) {
      try {
        return await openS3Blobs({ ...own, bucket, clock, disk });
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        throw new Error(`the folder ${own.folder} cannot be used (${code}); see EASEL_DATA_DIR`);
      }
    },
    close: () => bucket.close(),
  };
}
