import findMyWay from 'find-my-way';

/** What stands at a path, and the values of the parameters in it; made for this request alone. */
export interface Match<T> {
  readonly store: T;
  readonly params: Record<string, string>;
}

/** Paths, each with what stands there. The method is not looked at: a path is matched before its method. */
export interface PathTree<T> {
  /** `:name` is a parameter, which takes one segment. */
  add(path: string, store: T): void;
  /** By a request target, of which the query is left aside. Null also for a target that cannot be decoded. */
  find(target: string): Match<T> | null;
}

/** @param longest characters of a request target, so that no parameter is too long. */
export function createPathTree<T>(longest: number): PathTree<T> {
  const tree = findMyWay({
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: longest,
    querystringParser: () => undefined,
  });
  return {
    add: (path, store) => tree.on('GET', path, neverCalled, store),
    find: (target) => tree.find('GET', target) as Match<T> | null,
  };
}

/** The library calls it in `lookup` only. */
const neverCalled = (): void => {};
