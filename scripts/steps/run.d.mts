/** Runs npm without the settings of an outer npm. Throws when npm fails. */
export declare function runNpm(args: readonly string[], cwd: string): Promise<void>;
