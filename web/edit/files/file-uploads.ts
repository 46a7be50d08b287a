import type { Signal } from '@preact/signals';
import type { FileKindName } from '../../../model/file-kinds.ts';
import type { Box, XY } from '../../../model/looks/shapes.ts';

/**
 * `waiting`: others are sent before it. `sending`: its bytes leave. `done`: the widget is there. `failed`: it can be tried again, unless
 * the file itself was refused.
 */
export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';

/** A file on its way to the canvas, or one that came this way since the page was opened. */
export interface FileUpload {
  /** The widget has it, too. */
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly length: number;
  /** Undefined: no widget is made from such files. */
  readonly kind: FileKindName | undefined;
  /** Where the widget will be, in pixels of the canvas. */
  readonly box: Box;
  /** An address of its own picture; undefined: it has none that the browser shows. */
  readonly picture: string | undefined;
  readonly state: UploadState;
  /** How much has left, from 0 to 1. */
  readonly share: number;
  /** What was wrong. */
  readonly fault?: UploadFault;
  /** Whether the widget is seen, so that nothing has to stand in its place. */
  readonly isShown: boolean;
}

/** `type`: no canvas takes such files. `large`: more bytes than the server takes. `room`: its disk is full. `rights`: the person may not. */
export interface UploadFault {
  readonly is: 'type' | 'large' | 'room' | 'rights' | 'network' | 'refused';
  /** In the words of the server, where there are no others. */
  readonly msg: string;
}

/** The files that a person puts on a canvas. Three at a time are sent. */
export interface FileUploads {
  /** In the order of their coming. */
  readonly list: Signal<readonly FileUpload[]>;
  /** @param at the middle of all of them, in pixels of the canvas. Default: the middle of the view */
  add(files: readonly File[], at?: XY): Promise<void>;
  /** Puts a file into a box, in pixels of the canvas. */
  put(file: File, box: Box): Promise<void>;
  /** Puts a file in the place of a widget: what lies on that one, and connectors at it, pass over to the new one. */
  replace(id: string, file: File): Promise<void>;
  retry(id: string): void;
  /** Cancels an upload, or takes it out of the list. Nothing of a cancelled one stays on the server. */
  remove(id: string): void;
  close(): void;
}
