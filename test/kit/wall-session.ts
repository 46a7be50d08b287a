import { randomInt } from 'node:crypto';
import { cookieToken } from '../../server/access/authentication/session-cookie.ts';
import { Browser, type Page } from './browser.ts';
import type { Easel, Person } from './easel.ts';

/** A browser at a wall that asks to stay signed in, and shows a code. Its server must trust proxies on this machine. */
export class WaitingWall {
  private constructor(
    private readonly easel: Easel,
    readonly browser: Browser,
    readonly code: string,
    readonly secret: string,
  ) {}

  static async begin(easel: Easel, name = 'Lobby', browser = new Browser(easel)): Promise<WaitingWall> {
    // An address of its own each, because one has few pairings
    const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
    const { body } = await browser.post('/session/pairing', { name, lasts: 'wall' }, from);
    return new WaitingWall(easel, browser, body.code, body.secret);
  }

  confirm(person: { readonly token: string }, handed: object = {}): Promise<Page> {
    return new Browser(this.easel).post(
      '/session/pairing/confirm',
      { code: this.code, ...handed },
      { 'private-token': person.token },
    );
  }

  take(): Promise<Page> {
    return this.browser.post(`/session/pairing/${this.secret}`);
  }

  /** Confirmed by a person, and taken: a caller with the session of the wall. */
  async paired(person: Pick<Person, 'token'>, handed: object = {}) {
    const confirmed = await this.confirm(person, handed);
    if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${confirmed.text}`);
    const { body, cookies } = await this.take();
    const token = cookieToken(`CanvusSession=${this.browser.jar.get('CanvusSession')}`)!;
    return Object.assign(this.easel.as(token), { token, body, cookies, browser: this.browser });
  }
}
