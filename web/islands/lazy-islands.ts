import type { BoxOf, Islands, IslandsOptions } from './islands.ts';

/**
 * Live elements above a picture, whose code is loaded after the page's own: a canvas is shown before its videos run. Until then nothing
 * is live. Where the code cannot be loaded, the picture shows what it shows of a widget that is not live.
 */
export function createLazyIslands(options: IslandsOptions): Islands {
  let loaded: Islands | undefined;
  let followed: BoxOf | undefined;
  let isOver = false;
  import('./islands.ts').then(
    ({ createIslands }) => {
      if (isOver) return;
      loaded = createIslands(options);
      loaded.follow(followed);
    },
    () => undefined,
  );
  return {
    enterAt: (point) => loaded?.enterAt(point) ?? false,
    enter: (id) => loaded?.enter(id) ?? false,
    reload: (id) => loaded?.reload(id),
    lengthOf: (id) => loaded?.lengthOf(id),
    leave: () => loaded?.leave(),
    follow(boxOf) {
      followed = boxOf;
      loaded?.follow(boxOf);
    },
    live: () => loaded?.live() ?? new Set(),
    destroy() {
      isOver = true;
      loaded?.destroy();
    },
  };
}
