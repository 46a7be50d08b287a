import { signal } from '@preact/signals';
import type { Operation } from '../../web/live/edits/edit.ts';
import type {
  EditChanges,
  KeptEdits,
  KeptFlight,
  KeptPiece,
  LastingEditStore,
  WriteOutcome,
} from '../../web/live/kept/edit-store.ts';
import { renumbered } from '../../web/live/kept/restored.ts';
import type { FakeClock } from './clock.ts';

interface KeptTab {
  readonly pieces: Map<number, KeptPiece>;
  flights: readonly KeptFlight[];
}

/** What the browser of one person keeps: it outlives pages. */
export class ModelDisk {
  readonly tabs = new Map<string, KeptTab>();
  readonly alive = new Set<string>();
  /** A planted fault: batches without an answer are not written down. */
  forgetsFlights = false;

  constructor(readonly clock: FakeClock) {}

  of(tab: string): KeptTab {
    const found = this.tabs.get(tab) ?? { pieces: new Map(), flights: [] };
    this.tabs.set(tab, found);
    return found;
  }
}

/** Without an answer for this long a tab is gone, in ms. */
const ANSWERED_MS = 300;

/** The store of one page, which writes when the play lets it. */
export class ModelTab implements LastingEditStore {
  readonly isLasting = signal(true);
  /** Changes under way, which a kill takes away. */
  #writes: { readonly changes: EditChanges; readonly done: (outcome: WriteOutcome) => void }[] = [];
  /** Whether it has not said yet what others have left. */
  isAsking = true;

  constructor(
    private readonly disk: ModelDisk,
    readonly tab: string,
  ) {
    disk.alive.add(tab);
  }

  write(changes: EditChanges): Promise<WriteOutcome> {
    return new Promise((done) => this.#writes.push({ changes: structuredClone(changes), done }));
  }

  /** What is under way reaches the disk. */
  commit(): void {
    const { pieces } = this.disk.of(this.tab);
    for (const { changes, done } of this.#writes.splice(0)) {
      for (const piece of changes.put) pieces.set(piece.key, piece);
      for (const key of changes.remove) pieces.delete(key);
      this.disk.of(this.tab).flights = this.disk.forgetsFlights ? [] : changes.flights;
      done('kept');
    }
  }

  async adopt(from: number): Promise<KeptEdits> {
    await new Promise<void>((resolve) => this.disk.clock.after(ANSWERED_MS, resolve));
    this.isAsking = false;
    // A page that was killed meanwhile does nothing any more
    if (!this.disk.alive.has(this.tab)) return { pieces: [], flights: [] };
    const left = [...this.disk.tabs].filter(([tab]) => !this.disk.alive.has(tab));
    const parts = left.map(([, { pieces, flights }]) => ({ pieces: [...pieces.values()], flights }));
    for (const [tab] of left) this.disk.tabs.delete(tab);
    const adopted = renumbered(structuredClone(parts), from);
    const own = this.disk.of(this.tab);
    for (const piece of adopted.pieces) own.pieces.set(piece.key, structuredClone(piece));
    own.flights = [...own.flights, ...adopted.flights];
    return adopted;
  }

  close(): void {
    this.disk.alive.delete(this.tab);
  }

  /** Texts in batches without an answer: after a kill nobody knows whether they have left. */
  flying(): string[] {
    const { pieces, flights } = this.disk.of(this.tab);
    const serials = new Set(flights.flatMap((flight) => flight.serials));
    const operations = [...pieces.values()].flatMap((piece) => piece.operations);
    return operations.flatMap(({ serial, operation }) => (serials.has(serial) ? (textOf(operation) ?? []) : []));
  }

  /** The page is gone. Returns those of its texts that were not on the disk yet. */
  kill(waiting: readonly Operation[]): ReadonlySet<string> {
    this.close();
    this.#writes = [];
    const kept = new Set([...this.disk.of(this.tab).pieces.values()].flatMap(textsOf));
    return new Set(waiting.flatMap((operation) => textOf(operation) ?? []).filter((text) => !kept.has(text)));
  }
}

const textsOf = ({ operations }: KeptPiece): string[] => operations.flatMap(({ operation }) => textOf(operation) ?? []);

const textOf = (operation: Operation): string | undefined =>
  operation.op === 'delete' || typeof operation.body.text !== 'string' ? undefined : operation.body.text;
