import { type SettingType, WrongSetting } from './types.ts';

/** A part of a bucket that speaks the protocol of Amazon S3. */
export interface S3Address {
  readonly bucket: string;
  /** What stands before the name of every object: empty, or it ends with `/`. */
  readonly prefix: string;
  /** Empty: Amazon's own for the region. */
  readonly endpoint: string;
  /** Empty: as `AWS_REGION` or the profile of the machine says. */
  readonly region: string;
  /** The bucket stands in the path of a request, not in the name of the host. */
  readonly isPathStyle: boolean;
}

/** Where uploaded files are, kept as it was set: it holds no secret. Messages never repeat it, because someone may write one into it. */
export const assetAddress: SettingType<string> = {
  says: 'address',
  range: 'file: or s3://bucket/prefix?endpoint=…&region=…&path_style=…',
  read(text) {
    if (text !== 'file:') readS3(text);
    return text;
  },
  show: String,
};

/** Undefined: the files are in the data folder. Throws WrongSetting. */
export const s3Address = (text: string): S3Address | undefined => (text === 'file:' ? undefined : readS3(text));

function readS3(text: string): S3Address {
  if (!text.startsWith('s3://')) throw new WrongSetting('must be file: without anything behind it, or begin with s3://');
  if (!URL.canParse(text)) throw new WrongSetting('must name a bucket, as in s3://bucket/prefix');
  const url = new URL(text);
  if (url.username || url.password) {
    throw new WrongSetting('must hold no keys: they belong into EASEL_ASSETS_ACCESS_KEY and EASEL_ASSETS_SECRET_KEY');
  }
  if (url.hash) throw new WrongSetting('must hold no #');
  const given = parametersOf(url);
  const endpoint = endpointIn(given.get('endpoint'));
  return {
    bucket: bucketIn(url.host),
    prefix: prefixIn(url.pathname),
    endpoint,
    // Other stores than Amazon's seldom know regions, but requests are signed for one
    region: regionIn(given.get('region')) || (endpoint && 'us-east-1'),
    // Most stores have no host name for each bucket
    isPathStyle: styleIn(given.get('path_style')) ?? endpoint !== '',
  };
}

const PARAMETERS = ['endpoint', 'region', 'path_style'];

function parametersOf({ searchParams }: URL): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (!PARAMETERS.includes(name)) throw new WrongSetting(`must have no parameters but ${PARAMETERS.join(', ')}`);
    if (given.has(name)) throw new WrongSetting(`must have the parameter ${name} once`);
    given.set(name, value);
  }
  return given;
}

function bucketIn(host: string): string {
  if (/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(host)) return host;
  throw new WrongSetting('must name a bucket with 3 to 63 lower-case letters, digits, dots and hyphens');
}

function prefixIn(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.every((segment) => /^[\w-][\w.=-]*$/.test(segment))) return segments.map((segment) => `${segment}/`).join('');
  throw new WrongSetting('must have a prefix of letters, digits, _, -, =, dots and slashes');
}

function endpointIn(text = ''): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isWeb && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password) return url.origin;
  throw new WrongSetting('must have an endpoint such as https://s3.corp.example:9000, without path and keys');
}

function regionIn(text = ''): string {
  if (/^[a-z\d-]*$/.test(text)) return text;
  throw new WrongSetting('must have a region of lower-case letters, digits and hyphens');
}

function styleIn(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WrongSetting('must have true or false as path_style');
}
