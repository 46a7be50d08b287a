import { signal } from '@preact/signals';
import { usualClock } from '../../../client/index.ts';
import { type DatabaseEdits, type KeptScope, openDatabaseEdits } from './database-edits.ts';
import type { EditChanges, KeptEdits, LastingEditStore, WriteOutcome } from './edit-store.ts';
import { renumbered } from './restored.ts';
import { askForTabs, type OpenTabs } from './tabs.ts';

/** Keeps what waits in this tab for a person on a canvas, in the browser, else as long as the page is open. */
export const openEditStore = (user: number, canvas_id: string, tab: string): LastingEditStore =>
  new BrowserEditStore(user, canvas_id, tab);

/** A database that is silent for this long is broken, in ms. */
const PATIENCE_MS = 1_000;

/** What was left in this page where the browser keeps nothing, by person and canvas. */
const leftInPage = new Map<string, KeptEdits[]>();

class BrowserEditStore implements LastingEditStore {
  readonly isLasting = signal(true);
  readonly #place: string;
  readonly #tabs: OpenTabs;
  #opened: DatabaseEdits | undefined;
  readonly #opening: Promise<DatabaseEdits | undefined>;

  constructor(user: number, canvas_id: string, tab: string) {
    this.#tabs = askForTabs(tab);
    this.#place = `${user} ${canvas_id}`;
    this.#opening = this.#open({ user, canvas_id, tab });
  }

  async write(changes: EditChanges): Promise<WriteOutcome> {
    const written = this.#opened
      ? this.#write(this.#opened, changes)
      : this.#opening.then((edits) => this.#write(edits, changes));
    const outcome = await Promise.race([written, silence()]);
    this.isLasting.value = outcome !== 'refused';
    // After those that are under way, and before any that comes
    if (outcome === 'taken') this.#opened?.clearTaken().catch(() => undefined);
    return outcome;
  }

  async adopt(from: number): Promise<KeptEdits> {
    const here = leftInPage.get(this.#place) ?? [];
    leftInPage.delete(this.#place);
    const edits = await this.#opening;
    const kept = await this.#adoptKept(edits, from).catch(() => nothing);
    if (here.length === 0) return kept;
    return renumbered([...here, kept], from);
  }

  close(left: KeptEdits): void {
    this.#tabs.close();
    // What is being written is still written
    this.#opening.then((edits) => edits?.close()).catch(() => undefined);
    if (this.isLasting.peek() || left.pieces.length === 0) return;
    leftInPage.set(this.#place, [...(leftInPage.get(this.#place) ?? []), left]);
  }

  async #adoptKept(edits: DatabaseEdits | undefined, from: number): Promise<KeptEdits> {
    if (!edits || !(await edits.hasOthers())) return nothing;
    return edits.adopt(await this.#tabs.alive(), from);
  }

  async #open(scope: KeptScope): Promise<DatabaseEdits | undefined> {
    try {
      this.#opened = await openDatabaseEdits(scope);
    } catch {
      // Private windows, a full disk, a browser that was told so
      this.isLasting.value = false;
    }
    return this.#opened;
  }

  #write = (edits: DatabaseEdits | undefined, changes: EditChanges): Promise<WriteOutcome> =>
    edits ? edits.write(changes).catch(() => 'refused' as const) : Promise.resolve('refused');
}

const nothing: KeptEdits = { pieces: [], flights: [] };

const silence = (): Promise<WriteOutcome> => new Promise((resolve) => usualClock.after(PATIENCE_MS, () => resolve('refused')));
