/** What painters paint on. */
export type PaintContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
