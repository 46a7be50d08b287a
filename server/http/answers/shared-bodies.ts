import type { ServerResponse } from 'node:http';

type Body = readonly Buffer[];

interface SharedBody {
  readonly state: string;
  readonly body: Promise<Body>;
  users: number;
}

/** Long bodies that are made anew for each state: whoever asks while a body is being made or sent gets the same one. */
export class SharedBodies {
  readonly #latest = new Map<string, SharedBody>();

  /** @param name of what is shown, `state` names how it is now; `make` is called only where nobody else has begun, and may have nothing */
  get(response: ServerResponse, name: string, state: string, make: () => Promise<Body> | undefined): Promise<Body> | undefined {
    const known = this.#latest.get(name);
    const shared = known?.state === state ? known : begun(state, make());
    if (!shared) return undefined;
    this.#latest.set(name, shared);
    shared.users++;
    response.once('close', () => {
      if (--shared.users === 0 && this.#latest.get(name) === shared) this.#latest.delete(name);
    });
    return shared.body;
  }
}

const begun = (state: string, body: Promise<Body> | undefined): SharedBody | undefined => body && { state, body, users: 0 };
