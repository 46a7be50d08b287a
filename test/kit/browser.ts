/** Where a browser goes: a server that a test has started. */
interface Site {
  readonly url: string;
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
  /** Each `Set-Cookie` as it was sent. */
  readonly cookies: readonly string[];
  /** `Location` */
  readonly location: string;
}

/** A browser without pages: it keeps cookies, and follows no redirect by itself. Paths are those of the site, without a base. */
export class Browser {
  readonly jar = new Map<string, string>();

  constructor(private readonly site: Site) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.request('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Page> {
    return this.request('POST', path, body, headers);
  }

  /** Posts a form, as a page of another site does. */
  postForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    return this.request('POST', path, new URLSearchParams(fields), headers);
  }

  async request(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Page> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = body === undefined || body instanceof URLSearchParams || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.site.url + path, {
      method,
      headers: { ...(cookie && { cookie }), ...headers },
      body: sent,
      redirect: 'manual',
    });
    const text = await response.text();
    const cookies = response.headers.getSetCookie();
    for (const one of cookies) this.#keep(one);
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, text, body: parsed(text), cookies, location };
  }

  #keep(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    if (/; Max-Age=0(;|$)/.test(cookie)) this.jar.delete(name!);
    else this.jar.set(name!, value!);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
