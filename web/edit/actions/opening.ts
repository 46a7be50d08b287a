import { SlidersHorizontal, SquarePen } from 'lucide';
import type { Action } from '../action.ts';
import { openItem, openingOf } from '../open-item.ts';

export const edit: Action = {
  id: 'edit',
  text: ({ actions }) => actions.edit,
  icon: SquarePen,
  keys: ['Enter', 'F2'],
  group: 'edit',
  isThere: (items) => items.length === 1 && openingOf(items[0]!) !== undefined,
  run: (editing, [item]) => item && openItem(editing, item),
  places: ['menu', 'bar'],
  once: true,
};

export const properties: Action = {
  id: 'properties',
  text: ({ actions }) => actions.properties,
  icon: SlidersHorizontal,
  keys: ['Alt+Enter'],
  group: 'edit',
  isThere: (items) => items.length > 0,
  run: ({ panel }) => {
    panel.value = 'properties';
  },
  places: ['menu', 'bar'],
  once: true,
};
