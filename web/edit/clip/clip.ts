import type { ReadonlySignal } from '@preact/signals';
import type { FileDrag } from '../files/file-drag.ts';

/** Copying, cutting and pasting by the events of the browser and from menus, and files that are dropped. */
export interface Clip {
  readonly isLoaded: ReadonlySignal<boolean>;
  /** Undefined: no files are dragged over the page. */
  readonly drag: ReadonlySignal<FileDrag | undefined>;
  /** Does what a menu offers. Where a browser lets no menu read the clipboard, pasting says which keys do it. */
  perform(what: 'copy' | 'cut' | 'paste'): void;
  close(): void;
}
