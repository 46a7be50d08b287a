/** The browser of tests; undefined where there is none. Throws when one is required, or the named one is not there. */
export function chromiumPath(env?: NodeJS.ProcessEnv, exists?: (path: string) => boolean): string | undefined;
/** Like `chromiumPath`, but never a browser without a window. */
export function wholeChromiumPath(env?: NodeJS.ProcessEnv, exists?: (path: string) => boolean): string | undefined;
