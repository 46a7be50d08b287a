import { createAnnotation } from '../../model/annotation-writing.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { type AnyWidget, isWidget } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { rootWidget, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import { createRecord, patchRecord, removeRecord } from '../../model/writing.ts';
import type { Operation } from '../../web/live/edits/edit.ts';
import type { Element } from '../../web/live/element.ts';
import { ROOT } from './laid-board.ts';
import { finish, MemoryWriter } from './memory-writer.ts';

/** One commit. */
export interface ModelCommit {
  readonly revision: number;
  readonly author: string;
  readonly operations: readonly Operation[];
  /** What a stream shows of it. */
  readonly elements: readonly Element[];
}

interface ModelAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly revision: number | undefined;
}

/** A canvas of a server, by the real commands on a store in memory, with revisions and numbered batches. */
export class ModelServer {
  #writer = new MemoryWriter('00000000-0000-4000-8000-000000000000');
  readonly #numbers = new Map<string, number>();
  readonly commits: ModelCommit[] = [];
  revision = 1;
  /** A planted fault: batches are executed as often as they come. */
  forgetsNumbers = false;

  constructor() {
    this.#writer.insert(SharedCanvas, rootWidget(ROOT));
  }

  set now(now: string) {
    this.#writer.now = now;
  }

  /** What GET answers, by id: widgets in creation order, then strokes. */
  records(): Map<string, Element> {
    const all = this.#writer.everything().map(({ kind, record }) => shownOf(kind, record));
    const isStroke = ({ widget_type }: Element): boolean => widget_type === Annotation.name;
    return new Map([...all.filter((one) => !isStroke(one)), ...all.filter(isStroke)].map((element) => [element.id, element]));
  }

  /** @param sender with its number; undefined: the batch has none */
  batch(author: string, operations: readonly Operation[], sender?: readonly [string, number]): ModelAnswer {
    if (sender && !this.forgetsNumbers && (this.#numbers.get(sender[0]) ?? 0) >= sender[1])
      return { status: 200, body: { results: null, repeated: true }, revision: this.revision };
    const writer = this.#writer.copy();
    const results: unknown[] = [];
    for (const [at, operation] of operations.entries()) {
      try {
        finish(perform(operation, writer));
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause;
        return { status: cause.status, body: { msg: `operation ${at}: ${cause.message}` }, revision: undefined };
      }
      results.push(operation.op === 'delete' ? null : answered(writer, operation.id));
    }
    this.#commit(writer, author, operations);
    if (sender) this.#numbers.set(...sender);
    return { status: 200, body: { results }, revision: this.revision };
  }

  /** Something that no stream of widgets shows, such as a background. */
  background(): void {
    this.revision++;
  }

  #commit(writer: MemoryWriter, author: string, operations: readonly Operation[]): void {
    const touched = new Set(writer.writes.map(([, key]) => key));
    const elements = [...touched].map((key) => elementIn(writer, key) ?? deleted(elementIn(this.#writer, key)));
    this.#writer = writer;
    // A batch that changes nothing makes no revision, which is what a store does
    const shown = elements.filter((element) => element !== undefined);
    if (shown.length > 0) this.commits.push({ revision: ++this.revision, author, operations, elements: shown });
  }
}

function* perform(operation: Operation, writer: MemoryWriter): Work<unknown> {
  if (operation.op === 'create') return yield* create(operation, writer);
  const found = writer.find(operation.id);
  if (operation.op === 'delete') {
    if (found) yield* removeRecord(found.kind as AnyWidget, found.record, writer);
    return undefined;
  }
  if (!found) throw refuse.notFound('Widget', operation.id);
  const { kind, record } = found;
  if (!isWidget(kind)) return yield* patchRecord(Annotation, record, { body: operation.body }, writer);
  if (kind.widget.partOnly) throw refuse.invalid(`${kind.name} cannot be changed`);
  return yield* patchRecord(kind, record, { body: operation.body }, writer);
}

function* create(
  { type, id, body, widget_id = ROOT }: Extract<Operation, { op: 'create' }>,
  writer: MemoryWriter,
): Work<unknown> {
  if (type !== 'Annotation')
    return yield* createRecord(widgetKinds.find(({ name }) => name === type)!, body as Body, writer, { id });
  const kind = writer.find(widget_id)?.kind;
  if (!kind || !isWidget(kind)) throw refuse.notFound('Widget', widget_id);
  if (!kind.widget.annotatable) throw refuse.invalid(`A ${kind.name} takes no annotations`);
  return yield* createAnnotation({ parent_id: widget_id, id }, body, writer);
}

/** An object of an answer: as its GET shows it. */
function answered(writer: MemoryWriter, id: string): object {
  const element = elementIn(writer, id)!;
  if (element.widget_type !== 'Annotation') return element;
  const { widget_type, parent_id, ...stroke } = element as unknown as Record<string, unknown>;
  return stroke;
}

function elementIn(writer: MemoryWriter, key: string): Element | undefined {
  const found = writer.find(key);
  return found && shownOf(found.kind, found.record);
}

const deleted = (element: Element | undefined): Element | undefined => element && ({ ...element, state: 'deleted' } as Element);

/** A record of JSON, without what is hidden or undefined. */
function shownOf(kind: Kind, record: Stored): Element {
  const shown: Record<string, unknown> = { ...record };
  if (kind === Annotation) shown.widget_type = 'Annotation';
  else for (const secret of kind.secrets) delete shown[secret];
  for (const [field, mirror] of kind.mirrors) shown[mirror] = shown[field];
  return JSON.parse(JSON.stringify(shown)) as Element;
}
