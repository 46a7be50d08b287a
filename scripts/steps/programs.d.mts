/** Where a program of this machine is; undefined: it is not there. */
export function program(name: string): string | undefined;
/** Why a cluster cannot be started here; undefined: it can. */
export function lackOfPrograms(where?: (name: string) => string | undefined): string | undefined;
/** Who runs PostgreSQL, which refuses root. Undefined: it can be started as who runs the tests. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined;
