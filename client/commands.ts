import type { Ask, Commander, CommandOp } from '../model/displays/commands.ts';
import type { NackCode } from '../model/displays/session.ts';
import type { Change, DeclaredOutput, DeclaredWorkspace } from './declaration.ts';
import type { Received } from './link.ts';

/** A command, with whoever asked for it; null: the server itself. */
export type CommandOf<O extends CommandOp> = Extract<Ask, { readonly op: O }> & { readonly by: Commander | null };

/**
 * The workspace is `opening` until this resolves, and `open` from then on, with the values that it resolves with. A Refused means
 * that the canvas cannot be shown: then nothing is open.
 */
export interface Loading {
  readonly loading: Promise<Partial<DeclaredWorkspace> | undefined | void>;
}

/** What was applied otherwise than asked, of the workspace or the output that the command is for. */
type AppliedOf<O extends CommandOp> = O extends 'open-canvas'
  ? Partial<DeclaredWorkspace> | Loading
  : O extends 'close-canvas' | 'patch-workspace'
    ? Partial<DeclaredWorkspace>
    : O extends 'patch-output'
      ? Partial<DeclaredOutput>
      : undefined;

type Maybe<T> = T | undefined | void;

/**
 * What is done for commands, by their `op`; one without an entry is refused as unsupported. An error that is thrown refuses it,
 * a Refused with its code. Each may come twice: an `open-canvas` of what is open already loads nothing.
 */
export type CommandActions = {
  readonly [O in CommandOp]?: (command: CommandOf<O>) => Maybe<AppliedOf<O>> | Promise<Maybe<AppliedOf<O>>>;
};

/** Thrown for a command that is not done. `refused` with a text for whoever asked is what most need. */
export class Refused extends Error {
  constructor(
    readonly code: NackCode,
    msg = '',
  ) {
    super(msg);
  }
}

interface Deps {
  readonly actions: CommandActions;
  readonly answer: (message: object) => void;
  /** What the client has changed; `isTold`: the server takes it from the answer. */
  readonly changed: (change: Change, isTold: boolean) => void;
  /** The canvas of a workspace; empty: none. */
  readonly canvasOf: (workspace: number) => string;
  readonly fault: (cause: unknown) => void;
}

type Taken = CommandOf<CommandOp> & { readonly id: string };
type Opening = Extract<Taken, { readonly op: 'open-canvas' }>;

/** Does commands and answers them: for each workspace, output and widget one after the other. */
export class Commands {
  readonly #deps: Deps;
  readonly #lines = new Map<string, Promise<void>>();
  /** Whose answers the server still waits for. */
  readonly #awaited = new Map<string, Taken>();
  /** The command because of which a workspace loads. */
  readonly #loading = new Map<number, Opening>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  take(message: Received): void {
    const command = message as unknown as Taken;
    const target = targetOf(command);
    this.#awaited.set(command.id, command);
    const before = this.#lines.get(target) ?? Promise.resolve();
    const done = before.then(() => this.#do(command)).catch(this.#deps.fault);
    this.#lines.set(target, done);
    void done.then(() => this.#lines.get(target) === done && this.#lines.delete(target));
  }

  /** Nobody waits for it any more: what is not begun is not done, and what is begun is told by an update. */
  cancel(id: string): void {
    this.#awaited.delete(id);
  }

  /** The server sends what is not answered again, under new ids. */
  lost(): void {
    this.#awaited.clear();
  }

  async #do(command: Taken): Promise<void> {
    if (!this.#isAwaited(command)) return;
    const action = this.#deps.actions[command.op] as ((command: Taken) => Promise<object | undefined>) | undefined;
    try {
      if (!action) throw new Refused('unsupported', `${command.op} is not supported`);
      const { loading, ...values } = ((await action(command)) ?? {}) as Partial<Loading>;
      this.#answer(command, values);
      if (command.op === 'open-canvas' && loading) this.#load(command, loading);
    } catch (cause) {
      if (!(cause instanceof Refused)) this.#deps.fault(cause);
      if (this.#isAwaited(command)) this.#deps.answer({ type: 'nack', re: command.id, ...nackOf(cause) });
    } finally {
      if (this.#isAwaited(command)) this.#awaited.delete(command.id);
    }
  }

  /** What comes of it counts unless the workspace shows something else by then. */
  #load(command: Opening, loading: Loading['loading']): void {
    const { workspace: index, canvas_id } = command;
    const settle = (values: Partial<DeclaredWorkspace>): void => {
      if (this.#loading.get(index) !== command) return;
      this.#loading.delete(index);
      if (this.#deps.canvasOf(index) === canvas_id) this.#deps.changed({ workspaces: [{ ...values, index }] }, false);
    };
    this.#loading.set(index, command);
    loading.then(
      (values) => settle({ workspace_state: 'open', ...values }),
      (cause) => {
        if (!(cause instanceof Refused)) this.#deps.fault(cause);
        settle({ canvas_id: '', workspace_state: 'canvas_list' });
      },
    );
  }

  /** After a restart the server counts its ids anew, so an id alone does not tell a command. */
  #isAwaited(command: Taken): boolean {
    return this.#awaited.get(command.id) === command;
  }

  #answer(command: Taken, applied: object): void {
    const isTold = this.#isAwaited(command);
    const change = changeBy(command, applied);
    if (change) this.#deps.changed(change, isTold);
    if (!isTold) return;
    const part = 'workspace' in command ? 'workspace' : 'output' in command ? 'video_output' : undefined;
    this.#deps.answer({ type: 'ack', re: command.id, ...(part && { [part]: applied }) });
  }
}

function nackOf(cause: unknown): { code: NackCode; msg: string } {
  const msg = cause instanceof Error ? cause.message : String(cause);
  return { code: cause instanceof Refused ? cause.code : 'error', msg: msg.slice(0, 1000) };
}

/** As the server does it when it takes the answer: what was asked, where the client did not say otherwise. */
function changeBy(command: Taken, applied: object): Change | undefined {
  switch (command.op) {
    case 'open-canvas': {
      const { workspace: index, canvas_id } = command;
      return { workspaces: [{ workspace_state: 'opening', ...applied, index, canvas_id }] };
    }
    case 'close-canvas':
      return { workspaces: [{ index: command.workspace, canvas_id: '', workspace_state: 'canvas_list' }] };
    case 'patch-workspace':
      return { workspaces: [{ ...command.set, ...applied, index: command.workspace }] };
    case 'patch-output':
      return { video_outputs: [{ ...command.set, ...applied, index: command.output }] };
    default:
      return undefined;
  }
}

/** What a command is for: the server sends one at a time to each, but a cancelled one may still be under way. */
function targetOf(command: Taken): string {
  if ('workspace' in command) return `workspace ${command.workspace}`;
  if ('output' in command) return `output ${command.output}`;
  return `widget ${'widget_id' in command ? command.widget_id : (command.widget as { readonly id: string }).id}`;
}
