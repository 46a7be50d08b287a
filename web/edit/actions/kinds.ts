import {
  ArrowLeftRight,
  Columns3,
  LocateFixed,
  PanelTop,
  PictureInPicture2,
  Rows3,
  Spline,
  SquareArrowOutUpRight,
  Type,
} from 'lucide';
import type { Item, WidgetOf } from '../../live/board.ts';
import { isLine } from '../../live/forms.ts';
import type { Action } from '../action.ts';
import { isFree } from '../commands/command-board.ts';
import { reparent } from '../commands/reparent.ts';
import { style } from '../commands/style.ts';
import { turnRound as turned } from '../kinds/connect/connect.ts';
import { isConnectable } from '../kinds/connect/connectable.ts';
import { mayLieOn } from '../kinds/parents/parents.ts';
import { type GridLine, mayGrow } from '../kinds/tables/may-grow.ts';

const isAll = <T extends Item['widget']['widget_type']>(items: readonly Item[], type: T): items is readonly Item<WidgetOf<T>>[] =>
  items.length > 0 && items.every(({ widget }) => widget.widget_type === type);
const only = <T extends Item['widget']['widget_type']>(items: readonly Item[], type: T): Item<WidgetOf<T>> | undefined =>
  items.length === 1 && isAll(items, type) ? items[0] : undefined;

export const putOn: Action = {
  id: 'put-on',
  text: ({ kinds }) => kinds.putOnMenu,
  icon: PictureInPicture2,
  keys: [],
  group: 'arrange',
  isThere: (items) => items.some(mayLieOn),
  run: ({ kinds }) => void kinds.ask('put'),
  places: ['menu'],
};

const hasParent = (item: Item, root: string | undefined): boolean => mayLieOn(item) && item.widget.parent_id !== root;

export const takeOff: Action = {
  id: 'take-off',
  text: ({ kinds }) => kinds.takeOff,
  icon: SquareArrowOutUpRight,
  keys: [],
  group: 'arrange',
  isThere: (items, { board }) => items.some((item) => hasParent(item, board.root.value?.id)),
  run(editing, items) {
    const { board } = editing;
    const root = board.root.peek();
    if (!root) return;
    const ids = items.filter((item) => hasParent(item, root.id)).map(({ id }) => id);
    editing.perform(reparent(board, ids, root.id));
  },
  places: ['menu'],
};

export const connectTo: Action = {
  id: 'connect-to',
  text: ({ kinds }) => kinds.connectMenu,
  icon: Spline,
  keys: [],
  group: 'edit',
  isThere: (items) => items.length === 1 && isFree(items[0]!) && isConnectable(items[0]!),
  run: ({ kinds }) => void kinds.ask('connect'),
  places: ['menu'],
};

export const turnRound: Action = {
  id: 'turn-round',
  text: ({ kinds }) => kinds.turnRound,
  icon: ArrowLeftRight,
  keys: [],
  group: 'edit',
  isThere: (items) => isAll(items, 'Connector'),
  run(editing, items) {
    const lines = items.flatMap(({ widget }) => (isLine(widget) ? [turned(widget)] : []));
    editing.perform({ label: 'connect', operations: lines });
  },
  places: ['menu', 'bar'],
};

export const goThere: Action = {
  id: 'go-there',
  text: ({ kinds }) => kinds.goThere,
  icon: LocateFixed,
  keys: [],
  group: 'go',
  isThere: (items) => only(items, 'Anchor') !== undefined,
  run: ({ outline }, [item]) => void (item && outline.travel.toWidget(item.id)),
  places: ['menu', 'bar'],
};

const isTransparent = (items: readonly Item[]): boolean =>
  isAll(items, 'Browser') && items.every(({ widget }) => widget.transparent_mode);

export const transparent: Action = {
  id: 'transparent',
  text: ({ kinds }) => kinds.transparent,
  icon: PanelTop,
  keys: [],
  group: 'edit',
  isThere: (items) => isAll(items, 'Browser'),
  isOn: isTransparent,
  run(editing, items) {
    const ids = items.map(({ id }) => id);
    editing.perform(style(editing.board, ids, { transparent_mode: !isTransparent(items) }, 'properties'));
  },
  places: ['menu', 'bar'],
};

export const tableTitle: Action = {
  id: 'table-title',
  text: ({ kinds }) => kinds.tableTitle,
  icon: Type,
  keys: [],
  group: 'edit',
  isThere: (items) => only(items, 'Table') !== undefined,
  run({ text, panel }, [item]) {
    if (item && !text.open(item.id, { field: 'title' })) panel.value = 'properties';
  },
  places: ['menu', 'bar'],
};

const growing = (line: GridLine, own: Pick<Action, 'id' | 'text' | 'icon'>): Action => ({
  ...own,
  keys: [],
  group: 'edit',
  isThere(items) {
    const table = only(items, 'Table');
    return table !== undefined && mayGrow(table.widget, line);
  },
  run(editing, items) {
    const table = only(items, 'Table');
    if (table) editing.kinds.grow(table, line);
  },
  places: ['menu'],
});

export const addRow = growing('row', { id: 'add-row', text: ({ kinds }) => kinds.addRow, icon: Rows3 });
export const addColumn = growing('column', { id: 'add-column', text: ({ kinds }) => kinds.addColumn, icon: Columns3 });
