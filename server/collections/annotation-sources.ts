import type { Work } from '../../model/hooks.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { computed } from '../changes/computed.ts';
import { recordList } from '../changes/record-list.ts';
import type { Seen, SeenChange, Source } from '../changes/source.ts';
import { LARGE } from '../scheduler.ts';
import type { Change, DurableView, Version } from '../store/types.ts';
import { inOrder, isStroke, type ListedStroke, parentOf, type StrokeTexts, strokesOf, strokesTouched } from './strokes.ts';

/** The strokes on one widget in ascending depth; ends with the widget. */
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
    body: () => present().map(({ shown }) => Buffer.from(shown)),
    texts: () => onOne(view.version(key), (stroke) => texts.itemTexts(stroke)),
    changes: (set) => set.changes.filter((change) => change.key === key).map((change) => told(change, texts.item.bind(texts))),
    seen: present,
  };
}

/**
 * Every widget with its strokes; later messages hold widgets without them, and strokes as elements of their own
 * (widgets contract 16.4), so that a change costs what changed.
 */
export function annotatedList(view: DurableView, list: string, texts: StrokeTexts): Source {
  const plain = recordList(view, view.scope, list);
  const element = (stroke: Version): string => texts.element(stroke);
  const all = (part: Part) => annotatedTexts(view.list(list).parts(), view.list('annotations').parts(), part);
  return {
    ...plain,
    key: `${plain.key}/annotated/${texts.form}`,
    changesOnly: true,
    body: () => [...inBuffers(all((stroke) => [texts.part(stroke)]))],
    snapshot: () =>
      view.list(list).size + view.list('annotations').size > LARGE ? inSteps(all((stroke) => [texts.part(stroke)])) : undefined,
    texts: () => all((stroke) => texts.partTexts(stroke)),
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

/** One widget with all its strokes in every message. */
export function annotatedItem(view: DurableView, widget: Version, texts: StrokeTexts): Source {
  const { key, kind } = widget;
  const now = (version: Version, part: Part) => widgetTexts(version, strokesOf(view, key), part);
  const text = (version: Version): string => [...now(version, (stroke) => [texts.part(stroke)])].join('');
  const one = (): Seen | undefined => seen(view.version(key), text)[0];
  const item = computed({
    key: `${view.scope}/record/${key}/annotated/${texts.form}`,
    form: 'item',
    scope: view.scope,
    kinds: [kind, Annotation],
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

/** Of a stroke in the array of its widget. */
type Part = (stroke: Version) => Iterable<string>;
type Versions = readonly (readonly Version[])[];

/** Widgets with their strokes. What is given is one state, which nobody changes. */
function* annotatedTexts(widgets: Versions, strokes: Versions, textsOfPart: Part): Iterable<string> {
  const byParent = new Map<string, Version[]>();
  for (const some of strokes) {
    for (const stroke of some) gather(byParent, parentOf(stroke), stroke);
    yield '';
  }
  let before = '[';
  for (const widget of widgets.flat()) {
    yield before;
    yield* widgetTexts(widget, inOrder(byParent.get(widget.key) ?? []), textsOfPart);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function gather<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The text of a widget with `annotations` as its last key. */
function* widgetTexts(widget: Version, strokes: readonly Version[], textsOfPart: Part): Iterable<string> {
  yield `${widget.shown.slice(0, -1)},"annotations":[`;
  let before = '';
  for (const stroke of strokes) {
    yield before;
    yield* textsOfPart(stroke);
    before = ',';
  }
  yield ']}';
}

function told({ key, before, after }: Change, text: (version: Version) => string): SeenChange {
  return { key, before: seen(before, text)[0], after: seen(after, text)[0] };
}

function seen(version: Version | undefined, text: (version: Version) => string): Seen[] {
  return version ? [{ key: version.key, shown: text(version), ordinal: version.ordinal }] : [];
}

/** Characters of a Buffer. */
const BUFFER = 64 * 1024;

/** Never one string of all: the strokes of a canvas may have hundreds of megabytes. */
function* inBuffers(texts: Iterable<string>): Iterable<Buffer> {
  let gathered: string[] = [];
  let characters = 0;
  for (const text of texts) {
    gathered.push(text);
    characters += text.length;
    if (characters < BUFFER) continue;
    yield Buffer.from(gathered.join(''));
    [gathered, characters] = [[], 0];
  }
  yield Buffer.from(gathered.join(''));
}

function* inSteps(texts: Iterable<string>): Work<readonly Buffer[]> {
  const buffers: Buffer[] = [];
  for (const buffer of inBuffers(texts)) {
    buffers.push(buffer);
    yield;
  }
  return buffers;
}
