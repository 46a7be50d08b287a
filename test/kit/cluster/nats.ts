import { connect } from 'node:net';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { Service } from './programs.ts';

/** A NATS server of its own. */
export class Nats {
  readonly #service: Service;

  private constructor(
    readonly port: number,
    readonly host: string,
  ) {
    this.#service = new Service('nats-server', ['-a', '0.0.0.0', '-p', String(port)]);
  }

  static async start(host = '127.0.0.1'): Promise<Nats> {
    const nats = new Nats(await freePort(), host);
    await nats.again();
    return nats;
  }

  get url(): string {
    return `nats://${this.host}:${this.port}`;
  }

  async again(): Promise<void> {
    this.#service.start();
    await until(() => listens(this.port), 20);
  }

  stop(): Promise<void> {
    return this.#service.stop('SIGKILL');
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => end(true)).once('error', () => end(false));
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
  });
}
