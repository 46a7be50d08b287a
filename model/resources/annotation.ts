import { exampleIds } from '../example-ids.ts';
import { editable, type Field, fixed, readonly, required, secret, type Type } from '../field.ts';
import type { About } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { type CollectedKind, type Collection, type Container, defineResource, type RecordOf } from '../resource.ts';
import { Points } from '../types/points.ts';
import { Colour, Depth, Int, State, Uuid, WidgetId } from '../types.ts';
import type { Tag } from '../verb.ts';
import { isWidget } from '../widgets/common.ts';

/** Index by the widget that an annotation is drawn on. */
const BY_PARENT = 'annotations';
const numbers = {
  'annotation-depth': (annotation: { parent_id: string; depth: number }) => [annotation.parent_id, annotation.depth] as const,
};

const Page: Type<number | undefined> = { ...Int({ min: 1 }), absentable: true };
const page: Field<number | undefined, 'editable'> = editable(Page, undefined, {
  about: 'Only on PDFs: the page that the stroke is on, from 1. Not there when it was never set.',
});

/**
 * A freehand drawing on a widget or on the canvas plane, whose parent is the root widget (interface/widgets 16). Answers show
 * the fields in this order. `points` comes last, so that the text of a stored annotation can be written without parsing it.
 */
export const Annotation = defineResource({
  name: 'Annotation',
  fields: {
    id: readonly(Uuid, '', { about: 'Given by the server', example: exampleIds.annotation }),
    state: readonly(State, 'normal', { about: '`deleted` only in the last stream message' }),
    line_color: required(Colour, { example: '#c0392bff' }),
    depth: fixed(Depth, 1, {
      about:
        'Higher draws on top; the highest on the same widget + 1 when not sent. Ignored in a create without the header `Easel-Id`',
    }),
    page,
    points: editable(Points, '', {
      example: Points.example,
      about:
        'In pixels of the widget, `z` being the width of the line. Either encoding may be sent; `points` of the query chooses',
    }),
    parent_id: secret(WidgetId, ''),
  },
  lists: ['annotations'],
  indexes: { [BY_PARENT]: ({ parent_id }) => parent_id },
  numbers,
  cascades: { [BY_PARENT]: 1 },
  content: true,
  hooks: {
    prepare(next, { previous, sent, view }) {
      if (!previous && !sent.has('depth')) next.depth = (view.highest({ numbers }, 'annotation-depth', next.parent_id) ?? 0) + 1;
    },
    check(next, { sent, view }: About<unknown>) {
      if (!sent.has('page')) return;
      const kind = view.find(next.parent_id)?.kind;
      if (!kind || !isWidget(kind) || !kind.widget.paged) throw refuse.invalid('page is only for annotations on PDFs');
    },
  },
});

export type Annotation = RecordOf<typeof Annotation>;

/** What annotations are drawn on: the widgets of one type, or the canvas plane. */
export interface AnnotatedSurface {
  /** The path of one of them. */
  readonly path: string;
  /** Their definition. */
  readonly drawnOn: Container;
  /** `a note`, `the canvas plane` */
  readonly on: string;
  /** The noun in the names of operations: `NoteAnnotation`. */
  readonly called: string;
  readonly tag: Tag;
}

/** The annotations on one of the types whose definition takes them (interface/widgets 16.3). */
export const annotationsOn = (surface: AnnotatedSurface): CollectedKind => ({ ...Annotation, collection: collectionOn(surface) });

const collectionOn = ({ path, drawnOn, on, called, tag }: AnnotatedSurface): Collection => ({
  path: `${path}/annotations`,
  param: 'annotation_id',
  scope: 'canvas',
  within: { ...drawnOn, field: 'parent_id', index: BY_PARENT },
  ownIds: true,
  tag,
  verbs: {
    list: { who: 'viewCanvas', operation: `list${called}s`, summary: `The strokes on ${on}, in ascending depth` },
    get: { who: 'viewCanvas', operation: `get${called}`, summary: `One stroke on ${on}` },
    create: { who: 'editCanvas', operation: `create${called}`, summary: `Draws a stroke on ${on}` },
    update: {
      who: 'editCanvas',
      operation: `update${called}`,
      summary: `Changes what is sent of a stroke on ${on}; points are replaced as a whole`,
    },
    delete: { who: 'editCanvas', operation: `delete${called}`, summary: `Deletes a stroke on ${on}` },
  },
});
