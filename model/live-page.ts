/** The page that shows what happens on a canvas now; server/http/pages/live.html is what stands there. */
export const livePath = (canvas_id: string): string => `/live/${canvas_id}`;

/** Is this the path of a live page? The only pages of a server that let themselves be framed, by the server itself. */
export const isLivePath = (path: string): boolean => /^\/live\/[0-9a-f-]{36}$/.test(path);
