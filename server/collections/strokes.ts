import type { Work } from '../../model/hooks.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { nodeCount, someNodesText } from '../../model/types/points.ts';
import type { Seen } from '../changes/source.ts';
import type { Change, ChangeSet, DurableView, Version } from '../store/store.ts';

/** How `points` are answered (interface/widgets 16.2). */
export type PointsForm = 'b64' | 'json';

/** A stroke as its list shows it: its place is that of its depth. */
export interface ListedStroke extends Seen {
  readonly ordinal: number;
}

/** Nodes whose numbers are written in one step, some half a millisecond. */
const NODES_A_STEP = 250;
/** Characters of base64 that are given out at a time. */
const CHARACTERS_A_STEP = 64 * 1024;
const BEFORE_POINTS = '"points":"';

/** Every stroke on a widget, in ascending depth. Strokes never leave their widget, so the index says too much only of gone ones. */
export function strokesOf(view: DurableView, parent: string): Version[] {
  const found: Version[] = [];
  for (const key of view.keys('annotations', parent)) {
    const version = view.version(key);
    if (version) found.push(version);
  }
  return inOrder(found);
}

/** Sorts them by depth; the given list is changed. */
export function inOrder(strokes: Version[]): Version[] {
  return strokes.length > 1 ? strokes.sort((a, b) => depthOf(a) - depthOf(b) || a.ordinal - b.ordinal) : strokes;
}

/** The widget that a stroke is on. */
export const parentOf = (stroke: Version): string => JSON.parse(stroke.hidden!).parent_id;

export const isStroke = ({ kind }: Pick<Version, 'kind'>): boolean => kind === Annotation;

/** Keys of the strokes on a widget that a change set touched. */
export function strokesTouched(set: ChangeSet, parent: string): string[] {
  return set.changes.filter((change) => isStroke(change) && parentOf(eitherOf(change)) === parent).map(({ key }) => key);
}

const eitherOf = ({ before, after }: Change): Version => (after ?? before)!;

/**
 * Texts of strokes in one form, made of the stored text without parsing it. Stored points are base64, so that form costs
 * nothing; the numbers of the other one are written once for each version as long as this lives.
 */
export class StrokeTexts {
  readonly #written = new WeakMap<Version, string>();

  constructor(readonly form: PointsForm) {}

  /** As the annotation's own endpoints answer it. */
  item(stroke: Version): string {
    if (this.form === 'b64') return stroke.shown;
    let text = this.#written.get(stroke);
    if (text === undefined) this.#written.set(stroke, (text = [...textsOf(stroke.shown, this.form)].join('')));
    return text;
  }

  /** The same in texts that follow one another, none of which is kept. */
  itemTexts(stroke: Version): Iterable<string> {
    return textsOf(stroke.shown, this.form);
  }

  /** In the array of its widget: without `state` (interface/widgets 3). */
  part(stroke: Version): string {
    return this.item(stroke).replace('"state":"normal",', '');
  }

  *partTexts(stroke: Version): Iterable<string> {
    let isFirst = true;
    for (const text of this.itemTexts(stroke)) {
      yield isFirst ? text.replace('"state":"normal",', '') : text;
      isFirst = false;
    }
  }

  /** Between widgets in a stream (interface/widgets 16.4). */
  element(stroke: Version): string {
    const text = this.item(stroke);
    const behindId = text.indexOf(',"state"');
    return `{"widget_type":"Annotation",${text.slice(1, behindId)},"parent_id":"${parentOf(stroke)}"${text.slice(behindId)}`;
  }

  listed(stroke: Version): ListedStroke {
    return { key: stroke.key, shown: this.item(stroke), ordinal: depthOf(stroke) };
  }

  /** Writes the numbers of these strokes in advance, in steps: thousands of strokes are too much for one turn. */
  *write(strokes: Iterable<Version>): Work {
    if (this.form === 'b64') return;
    for (const stroke of strokes) {
      const texts: string[] = [];
      for (const text of textsOf(stroke.shown, this.form)) {
        texts.push(text);
        yield;
      }
      this.#written.set(stroke, texts.join(''));
    }
  }
}

/** A stored text with its points in the form asked for, as texts that follow one another. */
export function* textsOf(shown: string, form: PointsForm): Iterable<string> {
  const { head, points, tail } = cut(shown);
  yield form === 'b64' ? `${head}"` : `${head}[`;
  if (form === 'b64') {
    for (let from = 0; from < points.length; from += CHARACTERS_A_STEP) yield points.slice(from, from + CHARACTERS_A_STEP);
  } else {
    const nodes = nodeCount(points);
    for (let from = 0; from < nodes; from += NODES_A_STEP) {
      yield (from > 0 ? ',' : '') + someNodesText(points, from, Math.min(from + NODES_A_STEP, nodes));
    }
  }
  yield (form === 'b64' ? '"' : ']') + tail;
}

/** A node has 48 letters in base64, and nine numbers of some ten digits in JSON. */
const JSON_RATIO = 3;

/** About so long is its text in a form. */
export const lengthOf = ({ shown }: Version, form: PointsForm): number => shown.length * (form === 'json' ? JSON_RATIO : 1);

/** Nothing before the points holds a quotation mark inside a text, so the first mark is theirs; they come last. */
function cut(shown: string): { head: string; points: string; tail: string } {
  const at = shown.indexOf(BEFORE_POINTS) + BEFORE_POINTS.length;
  return { head: shown.slice(0, at - 1), points: shown.slice(at, -2), tail: '}' };
}

/** Stands before the points, so only the beginning is looked at. */
export const depthOf = ({ shown }: Version): number => Number(/"depth":([^,]+)/.exec(shown.slice(0, 300))![1]);
