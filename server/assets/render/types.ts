import type { KnownFile } from '../../../model/file-kinds.ts';
import type { Drawing } from './drawing/drawing.ts';

/**
 * What an upload needs to know about its file. Sizes: image pixels after EXIF rotation, the first page of a PDF in
 * points (rounded, at least 1), the video track; the fallbacks of interface/widgets 5.1 where they cannot be read.
 */
export interface Probed extends KnownFile {
  readonly width: number;
  readonly height: number;
  /** 1 for images, the page count of a PDF that can be read, 0 where there is nothing to render. */
  readonly pages: number;
}

/** What can be rendered of a file: one entry of `info` answers (interface/widgets 15). */
export interface PageInfo {
  /** Level-0 pixels: after EXIF rotation, or 2 for each point of a PDF page. */
  readonly width: number;
  readonly height: number;
  readonly pages: number;
}

/** One level of one page, to be written as WebP into `to`, which must not exist yet. */
export interface LevelJob {
  readonly path: string;
  /** MIME type, as sniffed. */
  readonly type: string;
  readonly page: number;
  /** Pixels to render, already bounded by WebP's limit. */
  readonly width: number;
  readonly height: number;
  readonly to: string;
}

/** On whose behalf a file is looked at or rendered. */
export interface Requester {
  /** Names a user, an address without a user, or a canvas that is drawn: who causes work takes turns with the others. */
  readonly by: string;
  /** Aborted when nobody waits for the result any more: then a job that has not begun is left out. */
  readonly signal?: AbortSignal;
}

/**
 * Child processes in which files of users are decoded. Every failure there (corrupt file, over a limit of pixels, time
 * or memory, a crash of a decoder) rejects one call with `CannotRender` and costs the server nothing else.
 */
export interface Renderers {
  /**
   * What the file at `path` is, and its natural size. Undefined: of no type in the list. Rejects with an
   * ordinary Error when no process could look at the file, which says nothing about what it holds.
   */
  probe(path: string, requester: Requester): Promise<Probed | undefined>;
  /** Level-0 size of a page and the number of pages. A `page` that is not there: the size of page 0, so look at `pages`. */
  info(file: { readonly path: string; readonly type: string; readonly page: number }, requester: Requester): Promise<PageInfo>;
  /** Writes the level to `job.to`; the file is there whole or not at all. */
  level(job: LevelJob, requester: Requester): Promise<void>;
  /** PNG bytes. */
  draw(drawing: Drawing, requester: Requester): Promise<Buffer>;
  /** Ends the processes; calls under way reject. */
  close(): Promise<void>;
}

/** A file that cannot be decoded, or not within the limits: 501 (interface/widgets 15). `message` is for the log. */
export class CannotRender extends Error {}

/** Nobody waited for it any more: nothing is known about the file. */
export class Abandoned extends Error {}

/** The process ended in the middle or was ended at a limit: nothing is known about the file. */
export class ProcessEnded extends CannotRender {}

/** The machine had no descriptor, memory or process to spare, so nothing was tried; soon it may have. */
export class NotStarted extends ProcessEnded {}
