/**
 * The list with which the page opens a canvas, below `/api/v1`: widgets, then strokes as elements of their own. The server sends word of it
 * with the document (server/http/pages/page-files.ts), so both must name the same address.
 */
export const listPath = (canvas_id: string): string => `/canvases/${canvas_id}/widgets?annotations=1&elements=1`;
