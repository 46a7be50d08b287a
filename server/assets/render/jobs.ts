import type { KnownFile } from '../../../model/file-kinds.ts';
import type { Drawing } from './drawing/drawing.ts';
import type { LevelJob, PageInfo } from './types.ts';

/** What a render process is told at its start, as JSON in its only argument. */
export interface ProcessLimits {
  /** Most pixels that a raster image may have, and that a page is drawn with. */
  readonly pixels: number;
  /** Most bytes of a file that must be in memory as a whole to be read (PDF, SVG, run-length BMP). */
  readonly wholeBytes: number;
}

export interface NaturalSize {
  readonly width: number;
  readonly height: number;
  readonly pages: number;
}

interface FileJob {
  readonly path: string;
  readonly type: string;
}

/** Everything that a render process does: one job at a time, and its result. */
export interface RenderJobs {
  sniff: { readonly job: { readonly path: string }; readonly result: KnownFile | undefined };
  /** Natural size of an upload; PDFs in points. */
  size: { readonly job: FileJob; readonly result: NaturalSize };
  page: { readonly job: FileJob & { readonly page: number }; readonly result: PageInfo };
  level: { readonly job: LevelJob; readonly result: undefined };
  draw: { readonly job: Drawing; readonly result: Uint8Array };
}

export type RenderJobName = keyof RenderJobs;

export interface RenderRequest {
  readonly name: RenderJobName;
  readonly job: RenderJobs[RenderJobName]['job'];
}

/** `error`: why it could not be done, for the log. */
export type RenderReply = { readonly result: RenderJobs[RenderJobName]['result'] } | { readonly error: string };

/** What knows the inside of a kind of files. Runs in a render process only. */
export interface Decoder {
  /** Natural size. Throws for what cannot be read. */
  size(path: string, type: string, limits: ProcessLimits): Promise<NaturalSize>;
}

export interface FileRenderer extends Decoder {
  /** Pixels of level 0 of a page; those of the first page when there is no such page. */
  page(path: string, type: string, page: number, limits: ProcessLimits): Promise<PageInfo>;
  /** Writes one level of one page as WebP into `file`. */
  level(job: LevelJob, file: string, limits: ProcessLimits): Promise<void>;
}
