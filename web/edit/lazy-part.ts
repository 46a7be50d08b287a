import { type ReadonlySignal, signal } from '@preact/signals';
import { sayFault } from '../parts/toast.tsx';
import { noAnswer } from '../session/rest.ts';
import type { PointerGesture, ToolStep } from './pointer-gesture.ts';

/** A part of editing whose code is loaded beside the tools, which are there sooner. */
export interface LazyPart<Part> {
  /** Undefined: not loaded yet. */
  readonly current: Part | undefined;
  readonly isLoaded: ReadonlySignal<boolean>;
  /**
   * Runs at once when the part is loaded, else as soon as it is, in the order of the calls. Without the server a toast says so, and `lost`
   * is called.
   */
  readonly use: (run: (part: Part) => void, lost?: () => void) => void;
  readonly close: () => void;
}

/** Begins to load a part. Nothing is made of it once it is closed; what waits for it then never runs. */
export function lazyPart<Code, Part extends { close(): void }>(
  load: () => Promise<Code>,
  make: (code: Code) => Part,
): LazyPart<Part> {
  let current: Part | undefined;
  const isLoaded = signal(false);
  let isLoading = false;
  let isOver = false;
  let waiting: { readonly run: (part: Part) => void; readonly lost: (() => void) | undefined }[] = [];
  const begin = async (): Promise<void> => {
    isLoading = true;
    const code = await load().catch(() => undefined);
    isLoading = false;
    const runs = waiting;
    waiting = [];
    if (isOver) return;
    if (code === undefined) {
      if (runs.length > 0) sayFault(noAnswer());
      for (const { lost } of runs) lost?.();
      return;
    }
    current = make(code);
    isLoaded.value = true;
    for (const { run } of runs) run(current);
  };
  void begin();
  return {
    get current() {
      return current;
    },
    isLoaded,
    use(run, lost) {
      if (current) return run(current);
      waiting.push({ run, lost });
      if (!isLoading) void begin();
    },
    close() {
      isOver = true;
      current?.close();
    },
  };
}

/** A gesture of a part. Before the part is loaded, the gesture takes the pointer, and makes up for its steps afterwards. */
export function gestureOf<Part>(
  part: LazyPart<Part>,
  first: ToolStep,
  begin: (part: Part, step: ToolStep) => PointerGesture | undefined,
): PointerGesture | undefined {
  if (part.current) return begin(part.current, first);
  let missed: ((gesture: PointerGesture) => void)[] = [];
  let gesture: PointerGesture | undefined;
  part.use((loaded) => {
    gesture = begin(loaded, first);
    if (gesture) for (const run of missed) run(gesture);
    missed = [];
  });
  const pass = (run: (gesture: PointerGesture) => void): void => {
    if (gesture) run(gesture);
    else if (!part.current) missed.push(run);
  };
  return {
    move: (step) => pass((one) => one.move(step)),
    up: (step) => pass((one) => one.up(step)),
    cancel: () => pass((one) => one.cancel()),
    taken: (event) => pass((one) => (one.taken ? one.taken(event) : one.cancel())),
  };
}
