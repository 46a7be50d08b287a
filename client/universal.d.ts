/**
 * Globals that `model/` uses, and that browsers and Node both have but ES2023 does not define. Only client/tsconfig.json reads
 * this file: with it, a global that only one of them has does not compile in `client/` and `model/`.
 */
declare function structuredClone<T>(value: T): T;
