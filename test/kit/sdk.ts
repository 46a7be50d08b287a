import { type IncomingMessage, request } from 'node:http';

/** What an SDK throws for every answer that is no success. */
class SdkError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A client of the shape that existing SDKs have: a token in `Private-Token`, `Content-Type: application/json` on every request and a
 * body of no bytes where there is nothing to send, JSON read only where the type says so, and its own few retries.
 */
export class Sdk {
  constructor(
    private readonly url: string,
    private token = '',
  ) {}

  // biome-ignore lint/suspicious/noExplicitAny: an SDK gives its models whatever came
  async call(method: string, endpoint: string, json?: object, params: Record<string, string | number> = {}): Promise<any> {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    for (let attempt = 0; ; attempt++) {
      const { status, type, text } = await this.#send(method, `/api/v1/${endpoint}${query && `?${query}`}`, json);
      if ([408, 429, 500, 502, 503].includes(status) && attempt < 2) continue;
      const read = type.includes('application/json') ? JSON.parse(text) : text;
      if (status < 200 || status > 299) throw new SdkError(status, read?.msg ?? text);
      return read === '' ? null : read;
    }
  }

  async login(email: string, password: string): Promise<{ id: number; email: string }> {
    const { token, user } = await this.call('POST', 'users/login', { email, password });
    this.token = token;
    return user;
  }

  async #send(method: string, path: string, json: object | undefined): Promise<{ status: number; type: string; text: string }> {
    const body = json === undefined ? '' : JSON.stringify(json);
    const headers = {
      ...(this.token && { 'Private-Token': this.token }),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(this.url + path, { method, headers }, resolve)
        .on('error', reject)
        .end(body);
    });
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    return { status: response.statusCode!, type: response.headers['content-type'] ?? '', text };
  }
}
