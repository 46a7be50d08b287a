import type { ChangeSet, DurableView, Version } from '../store/store.ts';
import type { SeenChange, Source } from './source.ts';

/** One record whose shown text is the answer. The caller has checked that it is there and of the right kind. */
export const recordItem = (view: DurableView, scope: string, key: string): Source => new RecordItem(view, scope, key);

/** A class, because one is made for most requests: an object of functions would make them all each time. */
class RecordItem implements Source {
  readonly form = 'item';
  readonly isRecord = true;

  constructor(
    private readonly view: DurableView,
    readonly scope: string,
    private readonly of: string,
  ) {}

  get key(): string {
    return `${this.scope}/record/${this.of}`;
  }

  record(): Version | undefined {
    return this.view.version(this.of);
  }

  text(): string {
    return this.record()?.shown ?? '';
  }

  body(): readonly Buffer[] {
    return [Buffer.from(this.text())];
  }

  changes(set: ChangeSet): readonly SeenChange[] {
    const change = set.changes.find(({ key }) => key === this.of);
    return change ? [change] : none;
  }

  seen(): readonly Version[] {
    const record = this.record();
    return record ? [record] : none;
  }
}

const none: readonly never[] = [];
