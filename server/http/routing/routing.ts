import findMyWay from 'find-my-way';

/** The target at a path, and the values of the parameters in it; made for this request only. */
export interface Match<T> {
  readonly store: T;
  readonly params: Record<string, string>;
}

/** Maps paths to targets. It ignores the method, because a path is matched before its method. */
export interface PathTree<T> {
  /** `:name` is a parameter, which takes one segment. */
  add(path: string, store: T): void;
  /** Finds a request target without its query. Null when there is nothing, or when the target cannot be decoded. */
  find(target: string): Match<T> | null;
}

/** @param longest length of a request target in characters, so that no parameter is too long for the router. */
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

/** The library calls handlers in `lookup` only, which is not used. */
const neverCalled = (): void => {};
