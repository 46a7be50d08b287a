import type { Work } from '../../../model/hooks.ts';
import { STEPS } from '../../scheduler.ts';
import type { DurableView, Version } from '../../store/store.ts';
import { inOrder, parentOf } from './annotation-records.ts';

/** The text of an annotation as it stands in the array of its widget, in pieces. */
export type TextsOfAnnotation = (annotation: Version) => Iterable<string>;

/** The body of a list of widgets with their annotations, in pieces, of the state in which this function is called. */
export const annotatedTexts = (view: DurableView, list: string, part: TextsOfAnnotation): Iterable<string> =>
  listTexts(view.list(list).parts().flat(), view.list('annotations').parts().flat(), part);

function* listTexts(widgets: readonly Version[], annotations: readonly Version[], part: TextsOfAnnotation): Iterable<string> {
  const onWidget = new Map<string, Version[]>();
  for (const [at, annotation] of annotations.entries()) {
    gather(onWidget, parentOf(annotation), annotation);
    // An empty piece, so that the scheduler never waits long for the next one
    if (at % STEPS === STEPS - 1) yield '';
  }
  let before = '[';
  for (const widget of widgets) {
    yield before;
    yield* widgetTexts(widget, inOrder(onWidget.get(widget.key) ?? []), part);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function gather(lists: Map<string, Version[]>, key: string, version: Version): void {
  const list = lists.get(key);
  if (list) list.push(version);
  else lists.set(key, [version]);
}

/** The body of a list of widgets, then of their annotations as elements, in pieces, of the state in which this function is called. */
export const elementTexts = (view: DurableView, list: string, element: TextsOfAnnotation): Iterable<string> =>
  textsOfBoth(view.list(list).parts().flat(), view.list('annotations').parts().flat(), element);

function* textsOfBoth(
  widgets: readonly Version[],
  annotations: readonly Version[],
  element: TextsOfAnnotation,
): Iterable<string> {
  let before = '[';
  for (const { shown } of widgets) {
    yield before + shown;
    before = ',';
  }
  for (const annotation of annotations) {
    yield before;
    yield* element(annotation);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** The text of a widget with `annotations` as its last key, in pieces. */
export function* widgetTexts(widget: Version, annotations: readonly Version[], part: TextsOfAnnotation): Iterable<string> {
  yield `${widget.shown.slice(0, -1)},"annotations":[`;
  let before = '';
  for (const annotation of annotations) {
    yield before;
    yield* part(annotation);
    before = ',';
  }
  yield ']}';
}

/** Characters of a page; a single long text makes a longer page. */
const PAGE = 64 * 1024;

/** Gathers texts into pages. They never become one text, because the annotations of a canvas may have hundreds of megabytes. */
export function* pagesOf(texts: Iterable<string>): Work<readonly Buffer[]> {
  const pages: Buffer[] = [];
  let gathered: string[] = [];
  let characters = 0;
  for (const text of texts) {
    gathered.push(text);
    characters += text.length;
    if (text === '') yield;
    if (characters < PAGE) continue;
    pages.push(Buffer.from(gathered.join('')));
    gathered = [];
    characters = 0;
    yield;
  }
  return [...pages, Buffer.from(gathered.join(''))];
}
