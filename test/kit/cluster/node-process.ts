import type { ProcessOptions, ServerProcess, TestFolder } from '../server-process.ts';
import type { Site } from './desk.ts';

/** A node that is killed and started again at the same address, with the same data folder. */
export class NodeProcess implements Site {
  #process: ServerProcess | undefined;
  readonly #surprises: string[] = [];

  constructor(
    readonly name: string,
    private readonly folder: TestFolder,
    private readonly port: number,
    private readonly options: ProcessOptions = {},
    /** Part of the address that callers use, where it is not this machine itself. */
    private readonly host = '127.0.0.1',
  ) {}

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  async start(): Promise<void> {
    const started = await this.folder.start({ ...this.options, env: { EASEL_PORT: String(this.port), ...this.options.env } });
    this.#process = started;
    void started.exited.then(({ code, signal }) => {
      if (this.#process === started)
        this.#surprises.push(`node ${this.name} ended by itself (${code ?? signal}): ${lastWords(started)}`);
    });
  }

  /** Ends the process like a power failure. */
  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = undefined;
    await killed?.end('SIGKILL');
    this.#collect(killed);
  }

  /** In order, as an upgrade does. */
  async stop(): Promise<void> {
    const stopped = this.#process;
    this.#process = undefined;
    const { code } = (await stopped?.end('SIGTERM')) ?? { code: 0 };
    if (code !== 0) this.#surprises.push(`node ${this.name} ended with ${code} after SIGTERM`);
    this.#collect(stopped);
  }

  /** What must not be: that it ended by itself, and errors in its log that nobody foresaw. */
  look(): readonly string[] {
    this.#collect(this.#process);
    return this.#surprises;
  }

  #collect(one: ServerProcess | undefined): void {
    const errors = one?.log.filter(({ level, status }) => Number(level) >= 50 && status === 500) ?? [];
    for (const error of errors.slice(0, 2))
      this.#surprises.push(`node ${this.name} logged ${JSON.stringify(error).slice(0, 1000)}`);
  }
}

const lastWords = ({ err, out }: ServerProcess): string => [...out.slice(-2), ...err.slice(-3)].join('\n    ');
