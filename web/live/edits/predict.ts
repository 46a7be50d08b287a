import { createAnnotation } from '../../../model/annotation-writing.ts';
import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { noFile } from '../../../model/types/file.ts';
import { type AnyWidget, isWidget, type Placed } from '../../../model/widgets/common.ts';
import { raise } from '../../../model/widgets/place.ts';
import { createRecord, patchRecord, removeRecord } from '../../../model/writing.ts';
import type { CreateOperation, Operation } from './edit.ts';
import { isPlaceAlone } from './place-alone.ts';
import { type Changes, kindOf, type PredictedRecords } from './predicted-records.ts';

/**
 * What the server will make of an operation, by its own commands on the records that are shown. Undefined: it will refuse the operation.
 * Files are known by their hash alone here, so an image that is made without a size has that of its type until the server answers.
 */
export function predict(operation: Operation, records: PredictedRecords): Changes | undefined {
  try {
    finish(perform(operation, records));
    return records.take();
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    records.giveUp();
    return undefined;
  }
}

function perform(operation: Operation, records: PredictedRecords): Work<unknown> {
  if (operation.op === 'create') return operation.type === 'Annotation' ? draw(operation, records) : make(operation, records);
  return operation.op === 'update' ? change(operation.id, operation.body, records) : remove(operation.id, records);
}

function draw({ id, widget_id, body }: CreateOperation, records: PredictedRecords): Work<string> {
  const parent = widget_id ?? records.root()[0]?.id ?? '';
  const kind = records.find(parent)?.kind;
  if (!kind || !isWidget(kind)) throw refuse.notFound('Widget', parent);
  if (!kind.widget.annotatable) throw refuse.invalid(`A ${kind.name} takes no annotations`);
  return createAnnotation({ parent_id: parent, id }, body, records);
}

function make({ id, type, body }: CreateOperation, records: PredictedRecords): Work<string> {
  const kind = kindOf({ widget_type: type }) as AnyWidget;
  return createRecord(kind, body, records, { ...fileOf(kind, body), id });
}

const fileOf = ({ widget }: AnyWidget, { hash }: Body): object => (widget.upload === '' ? {} : { hash, file: noFile });

function change(id: string, body: Body, records: PredictedRecords): Work<unknown> {
  const { kind, record } = written(id, records);
  if (isPlaceAlone(body) && 'location' in record) {
    const { auto_raise, ...place } = body;
    const next = { ...record, ...place } as unknown as Placed;
    if (auto_raise) raise(next, records);
    records.update(kind, next);
    return nothing();
  }
  return patchRecord(isWidget(kind) ? kind : Annotation, record, { body }, records);
}

function remove(id: string, records: PredictedRecords): Work<unknown> {
  if (!records.element(id)) return nothing();
  const { kind, record } = written(id, records);
  return removeRecord(isWidget(kind) ? kind : Annotation, record, records);
}

function* nothing(): Work {}

function written(id: string, records: PredictedRecords) {
  const found = records.find(id);
  if (!found) throw refuse.notFound('Widget', id);
  if (isWidget(found.kind) && found.kind.widget.partOnly) throw refuse.invalid(`${found.kind.name} cannot be changed`);
  return found;
}

/** Runs work to its end, which pauses only for the sake of a server. */
function finish(work: Work<unknown>): void {
  while (!work.next().done);
}
