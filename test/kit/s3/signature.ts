import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The code of the error with which S3 refuses a request that is not signed as AWS Signature Version 4 wants it; undefined: it is right. */
export function signatureFault(request: IncomingMessage, { accessKey, secretKey }: Keys): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/;
  const [, key, day, region, signed, signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  if (!signature) return 'AccessDenied';
  if (key !== accessKey) return 'InvalidAccessKeyId';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical(request, signed!.split(';')))].join(
    '\n',
  );
  const signing = [day!, region!, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretKey}`,
  );
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function canonical({ method, url, headers }: IncomingMessage, signed: readonly string[]): string {
  const [path = '', query = ''] = url!.split('?');
  const parameters = query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => (one.includes('=') ? one : `${one}=`))
    .sort();
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  return [method, path, parameters.join('&'), lines.join(''), signed.join(';'), headers['x-amz-content-sha256']].join('\n');
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
