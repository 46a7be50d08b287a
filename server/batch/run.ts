import { createAnnotation } from '../../model/annotation-writing.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind } from '../../model/resource.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { readPoints } from '../../model/types/points.ts';
import { type AnyWidget, isWidget } from '../../model/widgets/common.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { patchRecord, removeRecord } from '../../model/writing.ts';
import type { AcceptedFiles } from '../assets/deleted-files.ts';
import { recordTag } from '../changes/record-tag.ts';
import { withoutPoints } from '../collections/annotations/annotation-records.ts';
import { cloneWidget, readCloning, takeWidget } from '../collections/clone-widget.ts';
import { refuseOther } from '../collections/if-match.ts';
import { createWidget, typeNamed } from '../collections/write-widgets.ts';
import type { ZeroDepthDeps } from '../collections/zero-depth.ts';
import type { ScopeTransaction, Transaction, Version } from '../store/store.ts';
import type { CloneSources } from './clone-sources.ts';
import { type ChangeOperation, type CreateOperation, readOperation } from './operations.ts';
import { Refs } from './refs.ts';
import { ofOperation } from './refusals.ts';
import { Results } from './results.ts';

/** @bound Records that one batch changes, those of cascades and the cells of tables among them: 400. */
const CHANGES_MAX = 20_000;

/** Points with more characters or nodes are read in steps. */
const LONG_TEXT = 64 * 1024;
const LONG_ARRAY = 1_000;

export interface BatchDeps {
  readonly deps: ZeroDepthDeps;
  readonly definitions: readonly AnyWidget[];
  readonly sources: Pick<CloneSources, 'viewOf'>;
  /** Files that the canvas takes by their hash: what it has before the batch, and what it may get back. */
  readonly accepted: AcceptedFiles;
}

/**
 * The command of a batch: one operation after the other, each against the state that the one before has left, by the same commands as the
 * requests for single objects. The first refusal is that of the batch, and undoes it.
 */
export function* runBatch(batch: BatchDeps, tx: Transaction, canvas: string, operations: readonly unknown[]): Work<Results> {
  const run = new BatchRun(batch, tx, canvas);
  for (const [at, operation] of operations.entries()) {
    try {
      yield* run.perform(operation);
    } catch (error) {
      throw error instanceof Refusal ? ofOperation(error, at) : error;
    }
    if (tx.changed > CHANGES_MAX) throw refuse.invalid(`The batch would change more than ${CHANGES_MAX} records`);
    yield;
  }
  return run.results;
}

class BatchRun {
  readonly results = new Results();
  readonly #refs = new Refs();
  readonly #scope: ScopeTransaction;

  constructor(
    private readonly batch: BatchDeps,
    private readonly tx: Transaction,
    private readonly canvas: string,
  ) {
    this.#scope = tx.scope(canvas);
  }

  *perform(sent: unknown): Work {
    const operation = readOperation(sent);
    if (operation.op === 'create') return yield* this.#create(operation);
    return operation.op === 'update' ? yield* this.#update(operation) : yield* this.#delete(operation);
  }

  *#create(operation: CreateOperation): Work {
    const { type, ref, body } = operation;
    if (ref !== undefined) this.#refs.refuseTaken(ref);
    const isAnnotation = type.toLowerCase() === Annotation.name.toLowerCase();
    const id = yield* isAnnotation ? this.#draw(operation) : this.#createWidget(operation);
    if (ref !== undefined) this.#refs.add(ref, id);
    this.#show(id, body);
  }

  *#draw({ id, widget_id, body }: CreateOperation): Work<string> {
    const parent = widget_id === undefined ? rootOf(this.#scope).id : this.#refs.idOf(widget_id);
    const kind = this.#scope.version(parent)?.kind;
    if (!kind || !isWidget(kind)) throw refuse.notFound('Widget', parent);
    if (!kind.widget.annotatable) throw refuse.invalid(`A ${kind.name} takes no annotations`);
    return yield* createAnnotation({ parent_id: parent, id }, yield* withPointsRead(body), this.#scope);
  }

  *#createWidget({ type, id, body: sent }: CreateOperation): Work<string> {
    const definition = typeNamed(this.batch.definitions, type, 'type');
    const cloning = readCloning(definition, sent);
    if (cloning) {
      const source = takeWidget(this.batch.sources.viewOf(cloning.source_canvas_id), definition, cloning.source_widget_id);
      return yield* cloneWidget(this.tx, this.canvas, source, { body: cloning.body, id });
    }
    const body = this.#refs.resolved(definition.fields, sent);
    return yield* createWidget(this.batch.deps, definition, body, {
      scope: this.#scope,
      accepted: this.batch.accepted,
      own: id === undefined ? {} : { id },
    });
  }

  *#update({ id: named, body, if_match }: ChangeOperation): Work {
    const id = this.#refs.idOf(named);
    const version = this.#written(id);
    if (!version) throw refuse.notFound('Widget', id);
    refuseOther(if_match, () => recordTag(version));
    const { kind, record } = this.#scope.find(id)!;
    if (isWidget(kind)) yield* patchRecord(kind, record, { body: this.#refs.resolved(kind.fields, body) }, this.#scope);
    else yield* patchRecord(Annotation, record, { body: yield* withPointsRead(body) }, this.#scope);
    this.#show(id, body);
  }

  *#delete({ id: named, if_match }: ChangeOperation): Work {
    const id = this.#refs.idOf(named);
    const version = this.#written(id);
    if (version) {
      refuseOther(if_match, () => recordTag(version));
      const { kind, record } = this.#scope.find(id)!;
      yield* removeRecord(isWidget(kind) ? kind : Annotation, record, this.#scope);
    }
    this.results.addNothing();
  }

  /** A widget or an annotation that clients write. 400 for cells and the root. */
  #written(id: string): Version | undefined {
    const version = this.#scope.version(id);
    if (!version || !isContent(version.kind)) return undefined;
    const { kind } = version;
    if (isWidget(kind) && kind.widget.partOnly) throw refuse.invalid(`${kind.name} cannot be changed`);
    return version;
  }

  #show(id: string, { points = null }: Body): void {
    const { kind, shown } = this.#scope.version(id)!;
    this.results.add(id, kind === Annotation && points === null ? withoutPoints(shown) : shown);
  }
}

const isContent = (kind: Kind): boolean => isWidget(kind) || kind === Annotation;

/** The body of an annotation, whose points may be too many for one step. */
function* withPointsRead(body: Body): Work<Body> {
  const { points } = body;
  const isLong = typeof points === 'string' ? points.length > LONG_TEXT : Array.isArray(points) && points.length > LONG_ARRAY;
  return isLong ? { ...body, points: yield* readPoints(points, 'points') } : body;
}
