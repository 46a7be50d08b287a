import type { Work } from '../../../model/hooks.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { computed } from '../../changes/computed.ts';
import { recordList } from '../../changes/record-list.ts';
import type { Seen, SeenChange, Source } from '../../changes/source.ts';
import { listSnapshot } from '../../changes/text.ts';
import { atOnce, LARGE } from '../../scheduler.ts';
import type { Change, DurableView, Version } from '../../store/store.ts';
import { annotatedTexts, elementTexts, pagesOf, type TextsOfStroke, widgetTexts } from './annotated-texts.ts';
import { isStroke, type ListedStroke, type StrokeTexts, storedElement, strokesOf, strokesTouched } from './strokes.ts';

/** Characters of a list that is made in steps, however few records it has. */
const LONG = 64 * 1024;

/** The strokes on one widget, in ascending depth. The source ends when the widget is deleted. */
export function strokeList(view: DurableView, parent: string, texts: StrokeTexts): Source {
  const one = (key: string): ListedStroke | undefined => {
    const stroke = view.version(key);
    return stroke && texts.listed(stroke);
  };
  const list = computed<ListedStroke>({
    key: `${view.scope}/annotations/${parent}/${texts.form}`,
    form: 'list',
    scope: view.scope,
    kinds: [Annotation],
    ofScope: true,
    present: () => strokesOf(view, parent).map((stroke) => texts.listed(stroke)),
    one,
    compare: (a, b) => a.ordinal - b.ordinal || (a.key < b.key ? -1 : 1),
    affected: (set) => strokesTouched(set, parent),
    ended: (set) => set.changes.some(({ key, after }) => key === parent && !after),
  });
  return Object.assign(list, { texts: () => listTexts(strokesOf(view, parent), texts) });
}

/** One stroke. */
export function strokeItem(view: DurableView, key: string, texts: StrokeTexts): Source {
  const present = (): Seen[] => seen(view.version(key), (stroke) => texts.item(stroke));
  return {
    key: `${view.scope}/record/${key}/${texts.form}`,
    form: 'item',
    scope: view.scope,
    ofScope: true,
    record: () => view.version(key),
    body: () => present().map(({ shown }) => Buffer.from(shown)),
    texts: () => onOne(view.version(key), (stroke) => texts.itemTexts(stroke)),
    changes: (set) => set.changes.filter((change) => change.key === key).map((change) => told(change, texts.item.bind(texts))),
    seen: present,
  };
}

/**
 * Every widget with its strokes. After the first message, widgets come without strokes and strokes are elements of their own
 * (interface/widgets 16.4), so that a message costs as much as what changed.
 */
export function annotatedList(view: DurableView, list: string, texts: StrokeTexts): Source {
  const plain = recordList(view, view.scope, list);
  const element = (stroke: Version): string => texts.element(stroke);
  const characters = (): number => view.list(list).characters + view.list('annotations').characters * texts.ratio;
  const pages = () => pagesOf(annotatedTexts(view, list, (stroke) => [texts.part(stroke)]));
  return {
    ...plain,
    key: `${plain.key}/annotated/${texts.form}`,
    changesOnly: true,
    // Writing the numbers of many strokes would be too much for one turn
    replays: texts.form === 'b64',
    body: () => atOnce(pages()),
    snapshot: () => (isLong(view, list, characters()) ? pages() : undefined),
    characters,
    isShared: texts.form === 'b64',
    texts: () => annotatedTexts(view, list, (stroke) => texts.partTexts(stroke)),
    changes: (set) =>
      set.changes.flatMap((change): SeenChange[] => {
        if (isStroke(change)) return [told(change, element)];
        return change.kind.lists.includes(list) ? [change] : [];
      }),
    *seen() {
      yield* plain.seen();
      for (const stroke of view.list('annotations').versions()) yield* seen(stroke, element);
    },
  };
}

/**
 * Every widget without strokes, then every stroke as an element, as messages of streams have them. It is put together from the kept
 * pages of both lists, and no element is longer than a stroke.
 */
export function elementList(view: DurableView, list: string, texts: StrokeTexts): Source {
  const annotated = annotatedList(view, list, texts);
  const strokes = view.list('annotations');
  const kept = texts.form === 'b64';
  const inTexts = () => elementTexts(view, list, (stroke) => texts.elementTexts(stroke));
  const pages = () =>
    kept ? listSnapshot(bothOf(view.list(list).snapshot(), strokes.snapshot(storedElement))) : pagesOf(inTexts());
  return {
    ...annotated,
    key: `${annotated.key}/elements`,
    body: () => atOnce(pages()),
    snapshot: () => (isLong(view, list, annotated.characters!()) ? pages() : undefined),
    texts: inTexts,
  };
}

const isLong = (view: DurableView, list: string, characters: number): boolean =>
  view.list(list).size > LARGE || characters > LONG;

function* bothOf(one: Work<readonly Buffer[]>, other: Work<readonly Buffer[]>): Work<readonly Buffer[]> {
  return [...(yield* one), ...(yield* other)];
}

/** One widget with all its strokes in every message. */
export function annotatedItem(view: DurableView, widget: Version, texts: StrokeTexts): Source {
  const { key, kind } = widget;
  const now = (version: Version, part: TextsOfStroke) => widgetTexts(version, strokesOf(view, key), part);
  const text = (version: Version): string => [...now(version, (stroke) => [texts.part(stroke)])].join('');
  const one = (): Seen | undefined => seen(view.version(key), text)[0];
  const item = computed({
    key: `${view.scope}/record/${key}/annotated/${texts.form}`,
    form: 'item',
    scope: view.scope,
    kinds: [kind, Annotation],
    ofScope: true,
    record: () => view.version(key),
    present: () => [one()].filter((shown) => shown !== undefined),
    one,
    affected: (set) => (set.changes.some((change) => change.key === key) || strokesTouched(set, key).length > 0 ? [key] : []),
  });
  const inTexts = (version: Version) => now(version, (stroke) => texts.partTexts(stroke));
  return Object.assign(item, { texts: () => onOne(view.version(key), inTexts) });
}

const onOne = (version: Version | undefined, texts: (version: Version) => Iterable<string>): Iterable<string> =>
  version ? texts(version) : [];

function* listTexts(strokes: readonly Version[], texts: StrokeTexts): Iterable<string> {
  let before = '[';
  for (const stroke of strokes) {
    yield before;
    yield* texts.itemTexts(stroke);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function told({ key, before, after }: Change, text: (version: Version) => string): SeenChange {
  return { key, before: seen(before, text)[0], after: seen(after, text)[0] };
}

function seen(version: Version | undefined, text: (version: Version) => string): Seen[] {
  return version ? [{ key: version.key, shown: text(version), ordinal: version.ordinal }] : [];
}
