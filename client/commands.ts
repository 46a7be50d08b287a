import type { Ask, Commander, CommandOp } from '../model/displays/commands.ts';
import type { NackCode } from '../model/displays/session.ts';
import type { Change, DeclaredOutput, DeclaredWorkspace } from './declaration.ts';
import type { ServerMessage } from './link.ts';

/** A command and the user who asked for it; null: the server itself. */
export type CommandOf<O extends CommandOp> = Extract<Ask, { readonly op: O }> & { readonly by: Commander | null };

/**
 * The workspace is `opening` until this promise resolves, and then `open`, with the values of the promise. A promise that rejects
 * with a Refused means that the canvas cannot be shown: then the workspace has no canvas.
 */
export interface CanvasLoad {
  readonly loading: Promise<Partial<DeclaredWorkspace> | undefined | void>;
}

/** Values of the workspace or output that the client applied differently from what the command asked. */
type AppliedOf<O extends CommandOp> = O extends 'open-canvas'
  ? Partial<DeclaredWorkspace> | CanvasLoad
  : O extends 'close-canvas' | 'patch-workspace'
    ? Partial<DeclaredWorkspace>
    : O extends 'patch-output'
      ? Partial<DeclaredOutput>
      : undefined;

type Maybe<T> = T | undefined | void;

/**
 * The functions that execute commands, by their `op`; the client refuses a command without one as unsupported. A function that
 * throws refuses its command, with the code of a Refused. A command may come twice: do not load a canvas that is open already.
 */
export type CommandActions = {
  readonly [O in CommandOp]?: (command: CommandOf<O>) => Maybe<AppliedOf<O>> | Promise<Maybe<AppliedOf<O>>>;
};

/** Thrown to refuse a command. Most displays need only the code `refused`, with a text for the user who asked. */
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
  /** The command changed this in the declaration. `isTold`: the server takes the change from the answer. */
  readonly changed: (change: Change, isTold: boolean) => void;
  /** The canvas of a workspace; empty: the workspace has none. */
  readonly canvasOf: (workspace: number) => string;
  readonly fault: (cause: unknown) => void;
}

type TakenCommand = CommandOf<CommandOp> & { readonly id: string };
type OpenCanvasCommand = Extract<TakenCommand, { readonly op: 'open-canvas' }>;

/** Executes and answers commands, for each workspace, output and widget one after the other. */
export class Commands {
  readonly #deps: Deps;
  readonly #lines = new Map<string, Promise<void>>();
  /** Commands whose answers the server still waits for. */
  readonly #awaited = new Map<string, TakenCommand>();
  /** For each workspace that loads a canvas, the command that asked for it. */
  readonly #loading = new Map<number, OpenCanvasCommand>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  take(message: ServerMessage): void {
    const command = message as unknown as TakenCommand;
    const target = targetOf(command);
    this.#awaited.set(command.id, command);
    const before = this.#lines.get(target) ?? Promise.resolve();
    const done = before.then(() => this.#do(command)).catch(this.#deps.fault);
    this.#lines.set(target, done);
    void done.then(() => this.#lines.get(target) === done && this.#lines.delete(target));
  }

  /** The server does not wait for the command any more: if it has begun, its result is sent as an update; else it is skipped. */
  cancel(id: string): void {
    this.#awaited.delete(id);
  }

  /** The connection is lost: the server sends unanswered commands again, under new ids. */
  lost(): void {
    this.#awaited.clear();
  }

  async #do(command: TakenCommand): Promise<void> {
    if (!this.#isAwaited(command)) return;
    const action = this.#deps.actions[command.op] as ((command: TakenCommand) => Promise<object | undefined>) | undefined;
    try {
      if (!action) throw new Refused('unsupported', `${command.op} is not supported`);
      const { loading, ...values } = ((await action(command)) ?? {}) as Partial<CanvasLoad>;
      this.#answer(command, values);
      if (command.op === 'open-canvas' && loading) this.#load(command, loading);
    } catch (cause) {
      if (!(cause instanceof Refused)) this.#deps.fault(cause);
      if (this.#isAwaited(command)) this.#deps.answer({ type: 'nack', re: command.id, ...nackOf(cause) });
    } finally {
      if (this.#isAwaited(command)) this.#awaited.delete(command.id);
    }
  }

  /** Reports the result, unless the workspace shows something else by then. */
  #load(command: OpenCanvasCommand, loading: CanvasLoad['loading']): void {
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

  /** Compares objects, because a restarted server uses the same ids again. */
  #isAwaited(command: TakenCommand): boolean {
    return this.#awaited.get(command.id) === command;
  }

  #answer(command: TakenCommand, applied: object): void {
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

/** The change that the server makes when it takes the answer: the values asked for, unless the client applied others. */
function changeBy(command: TakenCommand, applied: object): Change | undefined {
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

/** The target of a command. The server sends one at a time to each target, but a cancelled one may still be running. */
function targetOf(command: TakenCommand): string {
  if ('workspace' in command) return `workspace ${command.workspace}`;
  if ('output' in command) return `output ${command.output}`;
  if ('widget_id' in command) return `widget ${command.widget_id}`;
  return 'widget' in command ? `widget ${command.widget.id}` : command.op;
}
