import type { Work } from '../../model/hooks.ts';
import { STEPS } from '../scheduler.ts';
import type { DurableView, Version } from '../store/types.ts';
import { depthOf, parentOf, type StrokeTexts } from './strokes.ts';

/** Characters of a page; one stroke may have more. */
const PAGE = 64 * 1024;

/** The body of a list of widgets with their strokes, in steps: the state in which this is called. */
export const annotatedPages = (view: DurableView, list: string, texts: StrokeTexts): Work<readonly Buffer[]> =>
  pagesOf(view.list(list).parts().flat(), view.list('annotations').parts().flat(), texts);

/** A widget with `annotations` as its last key, in pieces. */
export function* widgetTexts(widget: Version, strokes: readonly Version[], texts: StrokeTexts): Iterable<string> {
  yield `${widget.shown.slice(0, -1)},"annotations":[`;
  for (const [at, stroke] of strokes.entries()) {
    if (at > 0) yield ',';
    yield texts.part(stroke);
  }
  yield ']}';
}

/** Never one text of all: the strokes of a canvas may have hundreds of megabytes. */
function* pagesOf(widgets: readonly Version[], strokes: readonly Version[], texts: StrokeTexts): Work<readonly Buffer[]> {
  const strokesOn = yield* byWidget(strokes);
  const pages: Buffer[] = [];
  let gathered = ['['];
  let characters = 0;
  for (const [at, widget] of widgets.entries()) {
    if (at > 0) gathered.push(',');
    for (const text of widgetTexts(widget, strokesOn.get(widget.key) ?? [], texts)) {
      gathered.push(text);
      characters += text.length;
      if (characters < PAGE) continue;
      pages.push(Buffer.from(gathered.join('')));
      [gathered, characters] = [[], 0];
      yield;
    }
  }
  return [...pages, Buffer.from([...gathered, ']'].join(''))];
}

/** In ascending depth. */
function* byWidget(strokes: readonly Version[]): Work<ReadonlyMap<string, readonly Version[]>> {
  const found = new Map<string, Version[]>();
  for (const [at, stroke] of strokes.entries()) {
    const parent = parentOf(stroke);
    const others = found.get(parent);
    if (others) others.push(stroke);
    else found.set(parent, [stroke]);
    if (at % STEPS === STEPS - 1) yield;
  }
  for (const on of found.values()) {
    if (on.length === 1) continue;
    on.sort((a, b) => depthOf(a) - depthOf(b) || a.ordinal - b.ordinal);
    yield;
  }
  return found;
}
