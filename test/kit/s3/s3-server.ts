import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Objects, S3Fault, tagOf } from './objects.ts';
import { type Keys, sha256, signatureFault } from './signature.ts';

const BUCKET = 'easel-files';
const KEYS: Keys = { accessKey: 'test-access-key', secretKey: 'test-secret-key' };
/** Objects in one page of a listing: few, so that every longer listing has several. */
const PAGE = 3;

/** A request, for tests that hold it or make it fail. */
export interface Asked {
  readonly method: string;
  /** Name of the object, or the prefix of a listing. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/**
 * A small store that speaks the part of the protocol of Amazon S3 that Easel uses, in this process: objects with ranges, listings in pages,
 * uploads in parts. It checks every signature and the hash of every body.
 */
export class S3Server {
  readonly objects = new Objects();
  readonly asked: Asked[] = [];
  /** Runs before a request takes effect; it may wait, or throw an S3Fault. */
  before: (asked: Asked) => Promise<void> | void = () => undefined;
  /** Bytes of the answer to a GET that are sent before its connection breaks. */
  cutAfter = Number.POSITIVE_INFINITY;
  /** True: every connection is closed without an answer. */
  isAway = false;
  /** Answers with the bytes of objects that are being sent. */
  sending = 0;
  #server: Server | undefined;
  #port = 0;

  async start(): Promise<this> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async close(): Promise<void> {
    this.#server!.closeAllConnections();
    await new Promise((resolve) => this.#server!.close(resolve));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Settings of a server that has its files here. */
  env(prefix = ''): Record<string, string> {
    return {
      EASEL_ASSETS_URL: `s3://${BUCKET}/${prefix}?endpoint=${this.endpoint}`,
      EASEL_ASSETS_ACCESS_KEY: KEYS.accessKey,
      EASEL_ASSETS_SECRET_KEY: KEYS.secretKey,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    if (this.isAway) return void request.socket.destroy();
    try {
      const body = await read(request);
      const asked = this.#admit(request, body);
      this.asked.push(asked);
      await this.before(asked);
      if (this.isAway) return void request.socket.destroy();
      this.#act(asked, request, body, response);
    } catch (cause) {
      const { status, code } = cause instanceof S3Fault ? cause : new S3Fault(500, 'InternalError');
      sendXml(response, status, request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    }
  }

  #admit(request: IncomingMessage, body: Buffer): Asked {
    const fault = signatureFault(request, KEYS);
    if (fault) throw new S3Fault(403, fault);
    const sent = request.headers['x-amz-content-sha256'];
    if (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body)) throw new S3Fault(400, 'XAmzContentSHA256Mismatch');
    const url = new URL(request.url!, this.endpoint);
    const [, bucket, ...key] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== BUCKET) throw new S3Fault(404, 'NoSuchBucket');
    const query = url.searchParams;
    return { method: request.method!, key: key.join('/') || (query.get('prefix') ?? ''), query };
  }

  #act({ method, key, query }: Asked, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const upload = query.get('uploadId');
    if (query.has('list-type')) return sendXml(response, 200, this.#listing(key, query.get('continuation-token') ?? ''));
    if (method === 'GET' && query.has('uploads')) return sendXml(response, 200, this.#uploads(key));
    if (method === 'POST' && query.has('uploads')) {
      return sendXml(response, 200, element('InitiateMultipartUploadResult', element('UploadId', this.objects.begin(key))));
    }
    if (method === 'POST' && upload) return this.#complete(upload, body, response);
    if (method === 'PUT' && upload) {
      const ETag = this.objects.addPart(upload, Number(query.get('partNumber')), body);
      return void response.writeHead(200, { ETag, 'Content-Length': 0 }).end();
    }
    if (method === 'PUT') {
      this.objects.put(key, body);
      return void response.writeHead(200, { ETag: tagOf(body), 'Content-Length': 0 }).end();
    }
    if (method === 'DELETE') {
      if (upload) this.objects.abort(upload);
      else this.objects.remove(key);
      return void response.writeHead(204).end();
    }
    this.#send(this.objects.get(key), request, response);
  }

  #complete(upload: string, body: Buffer, response: ServerResponse): void {
    const numbers = [...String(body).matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
    const tags = [...String(body).matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag]) => tag!.replaceAll('&quot;', '"'));
    this.objects.complete(
      upload,
      numbers.map((number, at) => [number, tags[at]!]),
    );
    sendXml(response, 200, element('CompleteMultipartUploadResult', element('ETag', '"all"')));
  }

  #listing(prefix: string, after: string): string {
    const { keys, more } = this.objects.page(prefix, after, PAGE);
    const contents = keys.map((key) => element('Contents', element('Key', key) + element('Size', this.objects.get(key).length)));
    const next = more ? element('NextContinuationToken', keys.at(-1)!) : '';
    return element('ListBucketResult', contents.join('') + element('IsTruncated', more) + next);
  }

  #uploads(prefix: string): string {
    const uploads = this.objects
      .unfinished(prefix)
      .map(({ id, key }) => element('Upload', element('Key', key) + element('UploadId', id)));
    return element('ListMultipartUploadsResult', uploads.join('') + element('IsTruncated', false));
  }

  #send(bytes: Buffer, { method, headers }: IncomingMessage, response: ServerResponse): void {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    if (from !== undefined && part.length === 0) throw new S3Fault(416, 'InvalidRange');
    const range =
      from === undefined ? {} : { 'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` };
    response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': part.length, ETag: tagOf(bytes), ...range });
    if (method === 'HEAD') return void response.end();
    this.sending += 1;
    response.on('close', () => void (this.sending -= 1));
    if (part.length <= this.cutAfter) return void response.end(part);
    response.write(part.subarray(0, this.cutAfter), () => response.destroy());
  }
}

const element = (name: string, content: string | number | boolean): string => `<${name}>${content}</${name}>`;

const sendXml = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(text) }).end(text);

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
