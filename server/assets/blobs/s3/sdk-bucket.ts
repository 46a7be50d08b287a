import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  GetObjectCommandOutput,
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  ListObjectsV2CommandOutput,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3';
import { refuse } from '../../../../model/refusal.ts';
import type { S3Address } from '../../../settings/asset-address.ts';
import type { Bucket, ListedObject, ObjectStream, Piece, UploadedPart } from './bucket.ts';
import { codeOf, explained, isMissing, statusOf } from './faults.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

export interface BucketDeps extends S3Address {
  /** Both empty: the SDK looks for keys in its usual places. */
  readonly accessKey: string;
  readonly secretKey: string;
  readonly log: { info(fields: object, text: string): void; error(fields: object, text: string): void };
}

/** Tries of a request, with pauses of some tenths of a second. */
const ATTEMPTS = 3;
const CONNECT_MS = 2000;
/** Until an answer begins: of requests without content, and of those with a part of a file. */
const ANSWER_MS = 10_000;
const TRANSFER_MS = 120_000;

/**
 * Opens a bucket with the official SDK, which is loaded only now. Its endpoint is set by the operator, never by a caller of the server, so
 * it may be any address, one of the own network included. Throws one line for a person, without any key.
 */
export async function openBucket(deps: BucketDeps): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client(configOf(deps));
  try {
    await client.send(new sdk.ListObjectsV2Command({ Bucket: deps.bucket, Prefix: deps.prefix, MaxKeys: 1 }));
  } catch (cause) {
    client.destroy();
    throw new Error(`the bucket ${deps.bucket} cannot be used: ${explained(cause)}; see EASEL_ASSETS_URL`);
  }
  return new SdkBucket(sdk, client, deps);
}

const configOf = ({ accessKey, secretKey, region, endpoint, isPathStyle }: BucketDeps): S3ClientConfig => ({
  ...(region && { region }),
  ...(endpoint && { endpoint }),
  ...(accessKey && { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
  forcePathStyle: isPathStyle,
  maxAttempts: ATTEMPTS,
  // Every body is sent with its SHA-256; stores other than Amazon's refuse newer kinds of checksums
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: ANSWER_MS,
    throwOnRequestTimeout: true,
    // A slow reader may pause for long. Whoever reads watches the time
    socketTimeout: 0,
    // Bounded elsewhere: by the shares of requests, of downloads and of parts
    httpAgent: AGENT,
    httpsAgent: AGENT,
  },
});

const AGENT = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

class SdkBucket implements Bucket {
  readonly #at: { readonly Bucket: string };
  #isAway = false;

  constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly deps: Pick<BucketDeps, 'bucket' | 'prefix' | 'log'>,
  ) {
    this.#at = { Bucket: deps.bucket };
  }

  async put(name: string, { bytes, sha256 }: Piece): Promise<void> {
    const command = new this.sdk.PutObjectCommand({ ...this.#object(name), Body: bytes, ContentLength: bytes.length });
    command.middlewareStack.add(hashed(sha256), { step: 'build' });
    await this.#done(this.client.send(command, { requestTimeout: TRANSFER_MS }));
  }

  write(name: string, text: string): Promise<void> {
    return this.put(name, { bytes: Buffer.from(text), sha256: createHash('sha256').update(text).digest('hex') });
  }

  async get(name: string, from: number, to: number): Promise<ObjectStream | undefined> {
    const command = new this.sdk.GetObjectCommand({ ...this.#object(name), Range: `bytes=${from}-${to}` });
    const answer = await this.#ask(this.client.send(command, { requestTimeout: TRANSFER_MS }));
    return answer && this.#arriving(answer, to - from + 1);
  }

  async text(name: string): Promise<string | undefined> {
    const answer = await this.#ask(this.client.send(new this.sdk.GetObjectCommand(this.#object(name))));
    return answer && (await this.#done(answer.Body!.transformToString()));
  }

  async size(name: string): Promise<number | undefined> {
    return (await this.#ask(this.client.send(new this.sdk.HeadObjectCommand(this.#object(name)))))?.ContentLength;
  }

  async remove(name: string): Promise<void> {
    await this.#ask(this.client.send(new this.sdk.DeleteObjectCommand(this.#object(name))));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject, void, void> {
    const { ListObjectsV2Command } = this.sdk;
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({ ...this.#at, Prefix: this.deps.prefix + prefix, ContinuationToken: next });
      const page: ListObjectsV2CommandOutput = await this.#done(this.client.send(command));
      for (const { Key, Size } of page.Contents ?? []) yield { name: this.#own(Key!), bytes: Size ?? 0 };
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async begin(name: string): Promise<string> {
    const { UploadId } = await this.#done(this.client.send(new this.sdk.CreateMultipartUploadCommand(this.#object(name))));
    return UploadId!;
  }

  async addPart(name: string, UploadId: string, number: number, { bytes, sha256 }: Piece): Promise<UploadedPart> {
    const part = { UploadId, PartNumber: number, Body: bytes, ContentLength: bytes.length };
    const command = new this.sdk.UploadPartCommand({ ...this.#object(name), ...part });
    command.middlewareStack.add(hashed(sha256), { step: 'build' });
    const { ETag } = await this.#done(this.client.send(command, { requestTimeout: TRANSFER_MS }));
    return { number, tag: ETag! };
  }

  async complete(name: string, UploadId: string, parts: readonly UploadedPart[], bytes: number): Promise<void> {
    const MultipartUpload = { Parts: parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag })) };
    const command = new this.sdk.CompleteMultipartUploadCommand({ ...this.#object(name), UploadId, MultipartUpload });
    const answer = await this.#ask(this.client.send(command, { requestTimeout: TRANSFER_MS }));
    // When the answer to a first attempt was lost, the second one finds no upload any more
    if (!answer && (await this.size(name)) !== bytes) throw this.#away(new Error('the upload is gone'));
  }

  async abort(name: string, UploadId: string): Promise<void> {
    await this.#ask(this.client.send(new this.sdk.AbortMultipartUploadCommand({ ...this.#object(name), UploadId })));
  }

  async *unfinished(prefix: string): AsyncGenerator<{ name: string; upload: string }, void, void> {
    const { ListMultipartUploadsCommand } = this.sdk;
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (next) {
      const input: ListMultipartUploadsCommandInput = { ...this.#at, Prefix: this.deps.prefix + prefix, ...next };
      const page: ListMultipartUploadsCommandOutput | undefined = await this.#done(
        this.client.send(new ListMultipartUploadsCommand(input)).catch(noneIfUnknown),
      );
      for (const { Key, UploadId } of page?.Uploads ?? []) yield { name: this.#own(Key!), upload: UploadId! };
      next = page?.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    }
  }

  close(): void {
    this.client.destroy();
  }

  #object(name: string): { readonly Bucket: string; readonly Key: string } {
    return { ...this.#at, Key: this.deps.prefix + name };
  }

  #own(key: string): string {
    return key.slice(this.deps.prefix.length);
  }

  #arriving({ Body, ContentLength }: GetObjectCommandOutput, expected: number): ObjectStream {
    const body = Body as Readable;
    // A connection that breaks is told to whoever reads; nobody may be reading yet, or any more
    body.on('error', () => undefined);
    if (ContentLength === expected) return body;
    body.destroy();
    throw this.#away(new Error(`the store answers a range with ${ContentLength} bytes instead of ${expected}`));
  }

  /** Undefined: there is no such object. */
  async #ask<T>(answer: Promise<T>): Promise<T | undefined> {
    return this.#done(
      answer.catch((cause) => {
        if (isMissing(cause)) return undefined;
        throw cause;
      }),
    );
  }

  async #done<T>(answer: Promise<T>): Promise<T> {
    try {
      const result = await answer;
      if (this.#isAway) this.deps.log.info({}, 'the files in S3 can be reached again');
      this.#isAway = false;
      return result;
    } catch (cause) {
      throw this.#away(cause);
    }
  }

  /** Logs the first of a row of failures. */
  #away(cause: unknown): Error {
    const fields = { code: codeOf(cause), status: statusOf(cause) };
    if (!this.#isAway) this.deps.log.error(fields, 'the files in S3 cannot be reached');
    this.#isAway = true;
    return refuse.unavailable('The files of the server cannot be reached now');
  }
}

/** Signs a request with a hash that is known: to take it of a whole part in one turn would hold up all others. */
const hashed =
  (sha256: string) =>
  <A extends object, R>(next: (args: A) => Promise<R>) =>
  (args: A): Promise<R> => {
    (args as { request: { headers: Record<string, string> } }).request.headers['x-amz-content-sha256'] = sha256;
    return next(args);
  };

function noneIfUnknown(cause: unknown): undefined {
  if (statusOf(cause) !== 501 && codeOf(cause) !== 'NotImplemented') throw cause;
}
