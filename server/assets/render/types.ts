import type { KnownFile } from '../../../model/file-kinds.ts';
import type { Drawing } from './drawing/drawing.ts';

/**
 * What an upload must know about its file. Sizes: image pixels after EXIF rotation, the first page of a PDF in
 * points (rounded, at least 1), the video track; if they cannot be read, the fallbacks of interface/widgets 5.1.
 */
export interface ProbedFile extends KnownFile {
  readonly width: number;
  readonly height: number;
  /** 1 for images, the page count of a readable PDF, 0 when there is nothing to render. */
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

/** The caller for whom a file is identified or rendered. */
export interface Requester {
  /** A user, an address without a user, or a canvas that is drawn. Requesters take turns. */
  readonly by: string;
  /** Aborted when nobody waits for the result any more; a job that has not begun is then dropped. */
  readonly signal?: AbortSignal;
}

/**
 * Child processes that decode users' files. Every failure there (corrupt file, over a limit of pixels, time
 * or memory, a crash of a decoder) rejects one call with `CannotRender` and has no other effect on the server.
 */
export interface Renderers {
  /**
   * The type and natural size of the file at `path`. Undefined: no type in the list. Rejects with an ordinary
   * Error when no process could look at the file, which says nothing about its content.
   */
  probe(path: string, requester: Requester): Promise<ProbedFile | undefined>;
  /** Level-0 size of a page and the number of pages. For a `page` that does not exist, the size of page 0, so check `pages`. */
  info(file: { readonly path: string; readonly type: string; readonly page: number }, requester: Requester): Promise<PageInfo>;
  /** Writes the level to `job.to`; the file appears whole or not at all. */
  level(job: LevelJob, requester: Requester): Promise<void>;
  /** PNG bytes. */
  draw(drawing: Drawing, requester: Requester): Promise<Buffer>;
  /** Ends the processes; calls under way reject. */
  close(): Promise<void>;
}

/** A file that cannot be decoded, at least not within the limits: 501 (interface/widgets 15). `message` is for the log. */
export class CannotRender extends Error {}

/** The job was dropped because nobody waited for it any more; this says nothing about the file. */
export class Abandoned extends Error {}

/** The process ended in the middle of a job, or was ended at a limit; this says nothing about the file. */
export class ProcessEnded extends CannotRender {}

/** The machine lacked a descriptor, memory or a process, so nothing was tried; it may work soon. */
export class NotStarted extends ProcessEnded {}
