import { readFile, stat } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { writePixels } from './image.ts';
import type { FileRenderer, NaturalSize, ProcessLimits } from './jobs.ts';
import type { LevelJob, PageInfo } from './types.ts';

/** Level 0 of a page has two pixels for each point (interface/widgets 15). */
const PIXELS_PER_POINT = 2;

export const pdfs: FileRenderer = {
  size: (path, _type, limits) => pdfSize(path, limits),
  page: (path, _type, page, limits) => pdfPage(path, page, limits),
  level: writePdfLevel,
};

interface Points {
  readonly width: number;
  readonly height: number;
}

/** The first page in whole points, and the number of pages. */
async function pdfSize(path: string, limits: ProcessLimits): Promise<NaturalSize> {
  return withDocument(path, limits, async (document) => {
    const { width, height } = pointsOf(document, 0);
    return { width: atLeastOne(width), height: atLeastOne(height), pages: document.getPageCount() };
  });
}

/** Pixels of level 0, of the first page when there is no such page. */
async function pdfPage(path: string, page: number, limits: ProcessLimits): Promise<PageInfo> {
  return withDocument(path, limits, async (document) => {
    const pages = document.getPageCount();
    const { width, height } = pointsOf(document, page < pages ? page : 0);
    return { width: atLeastOne(width * PIXELS_PER_POINT), height: atLeastOne(height * PIXELS_PER_POINT), pages };
  });
}

/** Draws a page on white, at the size of the job, or smaller when that would exceed the pixel limit. */
async function writePdfLevel(job: LevelJob, file: string, limits: ProcessLimits): Promise<void> {
  const pixels = await withDocument(job.path, limits, (document) => document.getPage(job.page).render(drawnSize(job, limits)));
  await writePixels(pixels, pixels, file);
}

/** The pixels are in memory twice for a moment, and the file may claim any page size. */
function drawnSize({ width, height }: Points, { pixels }: ProcessLimits): Points {
  const scale = Math.min(1, Math.sqrt(Math.min(pixels, 2 ** 26) / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Size of a page after its rotation. */
function pointsOf(document: PDFiumDocument, page: number): Points {
  const { originalWidth: width, originalHeight: height } = document.getPage(page).getOriginalSize();
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6)) throw new Error('the page has no size');
  return { width, height };
}

const atLeastOne = (length: number): number => Math.max(1, Math.round(length));

/**
 * A fresh library for each document, so that memory that one file corrupts does not affect the next, and all memory is
 * given back.
 */
async function withDocument<T>(path: string, limits: ProcessLimits, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  if ((await stat(path)).size > limits.wholeBytes) throw new Error('the PDF is too large');
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await readFile(path));
    if (document.getPageCount() < 1) throw new Error('the PDF has no pages');
    const result = await use(document);
    document.destroy();
    return result;
  } finally {
    library.destroy();
  }
}
