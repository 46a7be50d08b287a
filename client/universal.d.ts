/**
 * What `model/` takes from its surroundings and ES2023 does not name: browsers and Node have it. Only client/tsconfig.json reads
 * this file, so that a name of one of them alone does not compile here or in `model/`.
 */
declare function structuredClone<T>(value: T): T;
