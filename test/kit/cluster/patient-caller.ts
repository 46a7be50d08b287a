import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, Caller, type Headers } from '../client.ts';
import type { Conformed } from '../conformance/subject.ts';
import { Cut } from '../cut.ts';
import type { StreamReader } from '../stream-reader.ts';

/** Milliseconds before a request that was surely not done is sent again. */
const BREATH = 100;

/**
 * A caller who knows that nodes can end. What is answered 503 was not done, so it is sent again; what was cut may have been
 * done, so it throws a Cut.
 */
export class PatientCaller extends Caller {
  /** Requests that were sent again after 503. */
  again = 0;

  override async request(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    for (;;) {
      const answer = await super.request(method, path, body, headers).catch(cut);
      if (answer.status === 502) throw new Cut(`${method} ${path}: 502`);
      if (answer.status !== 503) return answer;
      expect(answer.headers, `${method} ${path}: 503`).toHaveProperty('retry-after');
      this.again++;
      await pause(BREATH);
    }
  }

  /** A stream can be opened again without harm, so whatever kept it from opening is a Cut. */
  override watch(path: string, headers?: Headers): Promise<StreamReader> {
    return super.watch(path, headers).catch(cut);
  }
}

function cut(cause: Error): never {
  throw new Cut(cause.message, { cause });
}

/** A server that is known by its address only. One step at a time, because it remembers which canvases the step has made. */
export class Remote implements Conformed {
  readonly admin: PatientCaller;
  #canvases: string[] = [];

  constructor(url: string, token: string) {
    const answered = (method: string, path: string, { status, body }: Answer): void => {
      if (method === 'POST' && path === '/canvases' && status === 200) this.#canvases.push(`/canvases/${body.id}/widgets`);
    };
    this.admin = new PatientCaller({ url, answered }, token);
  }

  /** Ends a step: forgets its canvases, and closes its streams. */
  forget(): void {
    this.#canvases = [];
    this.admin.close();
  }

  /** Compares all that the canvases of the step hold, which other steps do not touch. */
  async unchanged<T>(work: () => Promise<T>): Promise<T> {
    const before = await this.#state();
    const result = await work();
    expect(await this.#state(), 'nothing may be written').toEqual(before);
    return result;
  }

  #state(): Promise<unknown[]> {
    return Promise.all(this.#canvases.map(async (path) => (await this.admin.get(path)).body));
  }
}
