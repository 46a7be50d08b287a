import { ExternalLink, ImageUp } from 'lucide';
import type { Item } from '../../live/board.ts';
import { rest } from '../../session/rest.ts';
import type { Action } from '../action.ts';
import { chooseFiles } from '../files/choose-files.ts';
import { onlyOne } from './only-one.ts';

const hasFile = (items: readonly Item[]): boolean =>
  (onlyOne(items, 'Image') ?? onlyOne(items, 'Video') ?? onlyOne(items, 'Pdf')) !== undefined;

/** The image in all its pixels, in a tab of its own. */
export const openOriginal: Action = {
  id: 'open-original',
  text: ({ media }) => media.openOriginal,
  icon: ExternalLink,
  keys: [],
  group: 'edit',
  isThere: (items) => onlyOne(items, 'Image') !== undefined,
  run({ board }, items) {
    const image = onlyOne(items, 'Image');
    if (image) open(rest.address(`/files/${board.canvas_id}/${image.hash}`), '_blank', 'noopener');
  },
  places: ['menu', 'bar'],
};

/** Another file in the place of this one. */
export const replacing: Action = {
  id: 'replace',
  text: ({ media }) => media.replace,
  icon: ImageUp,
  keys: [],
  group: 'edit',
  isThere: hasFile,
  run({ uploads }, [item]) {
    if (item) chooseFiles(([file]) => void (file && uploads.replace(item.id, file)), { one: true });
  },
  places: ['menu', 'bar'],
};
