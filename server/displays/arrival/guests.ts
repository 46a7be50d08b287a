import type { Clock, Timer } from '../../clock.ts';
import type { Connection } from '../socket/connection.ts';

interface Deps {
  readonly clock: Clock;
}

/** A guest who sees nothing for this long has no reason to hold a connection. */
const IDLE_MS = 60_000;
/** Between two looks; so it is at most this much later. */
const LOOK_MS = 10_000;

/**
 * Connections without a credential, which anybody may open: one of them that has no stream and watches no canvas for a minute is ended
 * (interface/streaming 4.2).
 */
export class Guests {
  readonly #clock: Clock;
  readonly #looks = new Map<Connection, Timer>();

  constructor({ clock }: Deps) {
    this.#clock = clock;
  }

  begin(connection: Connection, seesSomething: () => boolean): void {
    let seenAt = this.#clock.steady();
    const look = (): void => {
      const now = this.#clock.steady();
      if (seesSomething()) seenAt = now;
      else if (now - seenAt >= IDLE_MS) connection.end({ code: 4408, msg: 'Nothing was watched for too long' });
    };
    this.#looks.set(connection, this.#clock.every(LOOK_MS, look));
  }

  /** The connection is gone. */
  end(connection: Connection): void {
    this.#looks.get(connection)?.cancel();
    this.#looks.delete(connection);
  }
}
