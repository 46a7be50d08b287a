import { expect } from 'vitest';
import type { Body } from '../../model/field.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import type { Kind, RecordOf, Stored } from '../../model/resource.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { rootWidget, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import { createRecord, patchRecord, removeRecord, type ServerValues } from '../../model/writing.ts';
import { finish, MemoryWriter } from './memory-writer.ts';

/** A canvas of 9600 x 5400 in memory, written as the routes write it. */
export class MemoryCanvas {
  readonly writer = new MemoryWriter();

  constructor(readonly root = rootWidget('00000000-0000-4000-8000-000000000000')) {
    this.writer.insert(SharedCanvas, root);
    this.writer.writes.length = 0;
  }

  /** `given`: values that the server sets, such as those of a file. */
  create<D extends AnyWidget>(definition: D, body: Body = {}, given: ServerValues = {}): RecordOf<D> {
    return this.get(definition, finish(createRecord(definition, body, this.writer, given)));
  }

  patch<D extends AnyWidget>(definition: D, record: Stored, body: Body): RecordOf<D> {
    return this.get(definition, finish(patchRecord(definition, this.#stored(definition, record), { body }, this.writer)));
  }

  remove(definition: AnyWidget, record: Stored): void {
    finish(removeRecord(definition, this.#stored(definition, record), this.writer));
  }

  get<D extends Kind>(definition: D, id: string): RecordOf<D> {
    return this.writer.get(definition, id) as RecordOf<D>;
  }

  #stored(definition: AnyWidget, { id }: Stored): Stored {
    const stored = this.writer.get(definition, id);
    if (!stored) throw refuse.notFound(definition.name, id);
    return stored;
  }

  /** The writes of `act`, in order. */
  written(act: () => unknown): string[] {
    const from = this.writer.writes.length;
    act();
    return this.writer.writes.slice(from).map((write) => write.join(' '));
  }

  /** Status and text of the refusal of `act`; asserts that nothing was written. */
  refusal(act: () => unknown): string {
    const from = this.writer.writes.length;
    try {
      act();
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      expect(this.writer.writes.slice(from)).toEqual([]);
      return `${cause.status} ${cause.message}`;
    }
    throw new Error('was not refused');
  }
}
