import type { Version } from '../../store/store.ts';

/**
 * The canvas that a workspace shows; `''`: none. Read from the text, because views move a thousand times a second and canvases are
 * opened rarely. An id needs no escapes, and a text that a client chose cannot look like the key: its quotes are escaped.
 */
export const canvasShown = (version: Version | undefined): string =>
  (version && /"canvas_id":"([^"]*)"/.exec(version.shown)?.[1]) ?? '';

/** Whether the client has said that the canvas is there to be seen. */
export const isLoaded = (version: Version | undefined): boolean => version?.shown.includes('"workspace_state":"open"') ?? false;
