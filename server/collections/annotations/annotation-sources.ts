import type { Work } from '../../../model/hooks.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { computed } from '../../changes/computed.ts';
import { recordList } from '../../changes/record-list.ts';
import type { Seen, SeenChange, Source } from '../../changes/source.ts';
import { listSnapshot } from '../../changes/text.ts';
import { atOnce, LARGE } from '../../scheduler.ts';
import type { Change, DurableView, Version } from '../../store/store.ts';
import { annotatedTexts, elementTexts, pagesOf, type TextsOfAnnotation, widgetTexts } from './annotated-texts.ts';
import {
  type AnnotationTexts,
  annotationsOf,
  annotationsTouched,
  isAnnotation,
  type ListedAnnotation,
  storedElement,
} from './annotation-records.ts';

/** Characters of a list that is made in steps, however few records it has. */
const LONG = 64 * 1024;

/** The annotations on one widget, in ascending depth. The source ends when the widget is deleted. */
export function annotationList(view: DurableView, parent: string, texts: AnnotationTexts): Source {
  const one = (key: string): ListedAnnotation | undefined => {
    const annotation = view.version(key);
    return annotation && texts.listed(annotation);
  };
  const list = computed<ListedAnnotation>({
    key: `${view.scope}/annotations/${parent}/${texts.form}`,
    form: 'list',
    scope: view.scope,
    kinds: [Annotation],
    ofScope: true,
    present: () => annotationsOf(view, parent).map((annotation) => texts.listed(annotation)),
    one,
    compare: (a, b) => a.ordinal - b.ordinal || (a.key < b.key ? -1 : 1),
    affected: (set) => annotationsTouched(set, parent),
    ended: (set) => set.changes.some(({ key, after }) => key === parent && !after),
  });
  return Object.assign(list, { texts: () => listTexts(annotationsOf(view, parent), texts) });
}

/** One annotation. */
export function annotationItem(view: DurableView, key: string, texts: AnnotationTexts): Source {
  const present = (): Seen[] => seen(view.version(key), (annotation) => texts.item(annotation));
  return {
    key: `${view.scope}/record/${key}/${texts.form}`,
    form: 'item',
    scope: view.scope,
    ofScope: true,
    record: () => view.version(key),
    body: () => present().map(({ shown }) => Buffer.from(shown)),
    texts: () => onOne(view.version(key), (annotation) => texts.itemTexts(annotation)),
    changes: (set) => set.changes.filter((change) => change.key === key).map((change) => told(change, texts.item.bind(texts))),
    seen: present,
  };
}

/**
 * Every widget with its annotations. After the first message, widgets come without annotations and annotations are elements of their own
 * (interface/widgets 16.4), so that a message costs as much as what changed.
 */
export function annotatedList(view: DurableView, list: string, texts: AnnotationTexts): Source {
  const plain = recordList(view, view.scope, list);
  const element = (annotation: Version): string => texts.element(annotation);
  const characters = (): number => view.list(list).characters + view.list('annotations').characters * texts.ratio;
  const pages = () => pagesOf(annotatedTexts(view, list, (annotation) => [texts.part(annotation)]));
  return {
    ...plain,
    key: `${plain.key}/annotated/${texts.form}`,
    changesOnly: true,
    // Writing the numbers of many annotations would be too much for one turn
    replays: texts.form === 'b64',
    body: () => atOnce(pages()),
    snapshot: () => (isLong(view, list, characters()) ? pages() : undefined),
    characters,
    isShared: texts.form === 'b64',
    texts: () => annotatedTexts(view, list, (annotation) => texts.partTexts(annotation)),
    changes: (set) =>
      set.changes.flatMap((change): SeenChange[] => {
        if (isAnnotation(change)) return [told(change, element)];
        return change.kind.lists.includes(list) ? [change] : [];
      }),
    *seen() {
      yield* plain.seen();
      for (const annotation of view.list('annotations').versions()) yield* seen(annotation, element);
    },
  };
}

/**
 * Every widget without annotations, then every annotation as an element, as messages of streams have them. It is put together from the kept
 * pages of both lists, and no element is longer than an annotation.
 */
export function elementList(view: DurableView, list: string, texts: AnnotationTexts): Source {
  const annotated = annotatedList(view, list, texts);
  const annotations = view.list('annotations');
  const kept = texts.form === 'b64';
  const inTexts = () => elementTexts(view, list, (annotation) => texts.elementTexts(annotation));
  const pages = () =>
    kept ? listSnapshot(bothOf(view.list(list).snapshot(), annotations.snapshot(storedElement))) : pagesOf(inTexts());
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

/** One widget with all its annotations in every message. */
export function annotatedItem(view: DurableView, widget: Version, texts: AnnotationTexts): Source {
  const { key, kind } = widget;
  const now = (version: Version, part: TextsOfAnnotation) => widgetTexts(version, annotationsOf(view, key), part);
  const text = (version: Version): string => [...now(version, (annotation) => [texts.part(annotation)])].join('');
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
    affected: (set) => (set.changes.some((change) => change.key === key) || annotationsTouched(set, key).length > 0 ? [key] : []),
  });
  const inTexts = (version: Version) => now(version, (annotation) => texts.partTexts(annotation));
  return Object.assign(item, { texts: () => onOne(view.version(key), inTexts) });
}

const onOne = (version: Version | undefined, texts: (version: Version) => Iterable<string>): Iterable<string> =>
  version ? texts(version) : [];

function* listTexts(annotations: readonly Version[], texts: AnnotationTexts): Iterable<string> {
  let before = '[';
  for (const annotation of annotations) {
    yield before;
    yield* texts.itemTexts(annotation);
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
