import type { Work } from '../../../model/hooks.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { nodeCount } from '../../../model/types/nodes.ts';
import { someNodesText } from '../../../model/types/points.ts';
import type { Seen } from '../../changes/source.ts';
import type { Change, ChangeSet, DurableView, TextOf, Version } from '../../store/store.ts';

/** How `points` are answered (interface/widgets 16.2). */
export type PointsForm = 'b64' | 'json';

/** An annotation as its list shows it, in the order of depth. */
export interface ListedAnnotation extends Seen {
  readonly ordinal: number;
}

/** How many nodes are written as numbers in one step, which takes about half a millisecond. */
const NODES_A_STEP = 250;
/** How many characters of base64 are given out at a time. */
const CHARACTERS_A_STEP = 64 * 1024;
const BEFORE_POINTS = '"points":"';

/** Every annotation on a widget, in ascending depth. Annotations never leave their widget, so what the index holds too much is deleted. */
export function annotationsOf(view: DurableView, parent: string): Version[] {
  const found: Version[] = [];
  for (const key of view.keys('annotations', parent)) {
    const version = view.version(key);
    if (version) found.push(version);
  }
  return inOrder(found);
}

/** Sorts annotations by depth, in place. */
export function inOrder(annotations: Version[]): Version[] {
  return annotations.length > 1 ? annotations.sort((a, b) => depthOf(a) - depthOf(b) || a.ordinal - b.ordinal) : annotations;
}

/** The widget that an annotation is on. */
export const parentOf = (annotation: Version): string => JSON.parse(annotation.hidden!).parent_id;

export const isAnnotation = ({ kind }: Pick<Version, 'kind'>): boolean => kind === Annotation;

/** Keys of the annotations on a widget that a change set touched. */
export function annotationsTouched(set: ChangeSet, parent: string): string[] {
  return set.changes.filter((change) => isAnnotation(change) && parentOf(eitherOf(change)) === parent).map(({ key }) => key);
}

const eitherOf = ({ before, after }: Change): Version => (after ?? before)!;

/**
 * The texts of annotations in one form, made from the stored text without parsing it. Stored points are base64, so that form costs
 * nothing. In the other form, the numbers of a version are written once and remembered as long as this object lives.
 */
export class AnnotationTexts {
  readonly #written = new WeakMap<Version, string>();

  constructor(readonly form: PointsForm) {}

  /** How much longer texts are in this form than stored ones, roughly. */
  get ratio(): number {
    return ratioOf(this.form);
  }

  /** The text that the annotation's own endpoints answer. */
  item(annotation: Version): string {
    if (this.form === 'b64') return annotation.shown;
    let text = this.#written.get(annotation);
    if (text === undefined) this.#written.set(annotation, (text = [...textsOf(annotation.shown, this.form)].join('')));
    return text;
  }

  /** The same text in pieces, which are not remembered. */
  itemTexts(annotation: Version): Iterable<string> {
    return textsOf(annotation.shown, this.form);
  }

  /** The text in the array of its widget, which has no `state` (interface/widgets 3). */
  part(annotation: Version): string {
    return this.item(annotation).replace('"state":"normal",', '');
  }

  *partTexts(annotation: Version): Iterable<string> {
    let isFirst = true;
    for (const text of this.itemTexts(annotation)) {
      yield isFirst ? text.replace('"state":"normal",', '') : text;
      isFirst = false;
    }
  }

  /** The text beside the widgets of a stream (interface/widgets 16.4). */
  element(annotation: Version): string {
    return elementOf(annotation, this.item(annotation));
  }

  *elementTexts(annotation: Version): Iterable<string> {
    let isFirst = true;
    for (const text of this.itemTexts(annotation)) {
      yield isFirst ? elementOf(annotation, text) : text;
      isFirst = false;
    }
  }

  listed(annotation: Version): ListedAnnotation {
    return { key: annotation.key, shown: this.item(annotation), ordinal: depthOf(annotation) };
  }

  /** Writes the numbers of these annotations in advance, in steps: thousands of annotations are too much for one turn. */
  *write(annotations: Iterable<Version>): Work {
    if (this.form === 'b64') return;
    for (const annotation of annotations) {
      const texts: string[] = [];
      for (const text of textsOf(annotation.shown, this.form)) {
        texts.push(text);
        yield;
      }
      this.#written.set(annotation, texts.join(''));
    }
  }
}

/** The stored text as an element, whose points are base64. A function of its own, because lists keep what it gives. */
export const storedElement: TextOf = (annotation) => elementOf(annotation, annotation.shown);

/** @param text of the annotation, or its beginning */
function elementOf(annotation: Version, text: string): string {
  const behindId = text.indexOf(',"state"');
  return `{"widget_type":"Annotation",${text.slice(1, behindId)},"parent_id":"${parentOf(annotation)}"${text.slice(behindId)}`;
}

/** A stored text with its points in this form, in pieces. */
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

/** The stored text without its points. */
export const withoutPoints = (shown: string): string => `${shown.slice(0, shown.indexOf(`,${BEFORE_POINTS}`))}}`;

/** A node takes 48 letters in base64, and in JSON nine numbers of about ten digits. */
const JSON_RATIO = 3;

/** Roughly how long the text of an annotation is in this form. */
export const lengthOf = ({ shown }: Version, form: PointsForm): number => shown.length * ratioOf(form);

const ratioOf = (form: PointsForm): number => (form === 'json' ? JSON_RATIO : 1);

/** Cuts a stored text around its points, which are the last field. No text before them holds what they begin with. */
function cut(shown: string): { head: string; points: string; tail: string } {
  const at = shown.indexOf(BEFORE_POINTS) + BEFORE_POINTS.length;
  return { head: shown.slice(0, at - 1), points: shown.slice(at, -2), tail: '}' };
}

/** The depth stands before the points, so only the beginning of the text is searched. */
const depthOf = ({ shown }: Version): number => Number(/"depth":([^,]+)/.exec(shown.slice(0, 300))![1]);
