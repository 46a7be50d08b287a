import { assetAddress } from './asset-address.ts';
import type { Setting } from './read.ts';
import { integer, password } from './types.ts';

const setting = <T>(row: Setting<T>): Setting<T> => row;

/** Where uploaded files are. */
export const assetSettings = {
  assetsUrl: setting({
    name: 'EASEL_ASSETS_URL',
    group: 'Data',
    type: assetAddress,
    default: 'file:',
    unit: '',
    why: 'Where the server keeps uploaded files. `file:` is the data folder; `s3://bucket/prefix?endpoint=https://s3.corp.example&region=eu-1&path_style=true` is a store that speaks the protocol of Amazon S3. All parameters may be left out: without an endpoint it is that of Amazon, and with one, `path_style` is true. [operating.md](operating.md#files-in-s3) says what the bucket needs.',
  }),
  assetsAccessKey: setting({
    name: 'EASEL_ASSETS_ACCESS_KEY',
    group: 'Data',
    type: password,
    default: '',
    unit: '',
    why: 'Access key for files in S3. Empty: the server looks where the tools of Amazon do, in `AWS_ACCESS_KEY_ID`, the profile of its account, and the role of the machine.',
    secret: true,
  }),
  assetsSecretKey: setting({
    name: 'EASEL_ASSETS_SECRET_KEY',
    group: 'Data',
    type: password,
    default: '',
    unit: '',
    why: 'The secret that belongs to the access key. Set both or none.',
    secret: true,
  }),
  deletedFilesDays: setting({
    name: 'EASEL_DELETED_FILES_DAYS',
    group: 'Data',
    type: integer(0, 365),
    default: 7,
    unit: 'days',
    why: 'For this long after the last widget with a file was deleted from a canvas, the bytes stay on the disk, so that the deletion can be undone: the canvas takes their hash in a create, and nobody can read them before. 0: they leave the disk an hour or two after the deletion. Lower it when the disk is small, or when deleted files must go soon.',
  }),
  assetCacheBytes: setting({
    name: 'EASEL_ASSET_CACHE_BYTES',
    group: 'Limits',
    isAdvanced: true,
    type: integer(64 * 1024 ** 2),
    default: 2 * 1024 ** 3,
    unit: 'bytes',
    why: 'Disk space for local copies of files in S3, in the data folder, from which the server renders; beyond it, the least recently used ones go. A file that is being rendered stays, even if it alone is larger. Not used with `file:`. Raise it when people look into many large images and PDFs.',
  }),
};
