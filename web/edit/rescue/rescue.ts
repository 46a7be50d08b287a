import type { ReadonlySignal } from '@preact/signals';
import type { MenuItem } from '../../parts/menu/menu-items.tsx';
import type { Bin, DeletedRecords } from './bin/bin.ts';
import type { ConflictList } from './conflicts.ts';
import type { LostText } from './salvage/salvage.ts';

/** What was done and is not on the canvas: changes that met those of others, and what could not be saved. */
export interface Rescue {
  /** Whether the code is loaded. What is lost sooner is taken in then. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** What the menu of the canvas offers for it. */
  readonly items: ReadonlySignal<readonly MenuItem[]>;
  /** Undefined: the code is not loaded yet. */
  readonly current: RescuePart | undefined;
  /** Takes in what a step of the person has deleted. */
  deleted(step: DeletedRecords): void;
  /** Keeps what the person wrote and cannot be written. */
  keepText(lost: LostText): void;
  /** Keeps what the person was drawing and what has not been sent, because they may not edit any more. */
  keepUnfinished(): void;
  close(): void;
}

/** What of it is there once the code is. */
export interface RescuePart {
  readonly conflicts: ConflictList;
  /** Read from the browser when somebody asks for it. */
  bin(): Bin;
  close(): void;
}
