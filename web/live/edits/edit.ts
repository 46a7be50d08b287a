import type { Body } from '../../../model/field.ts';
import type { WidgetType } from '../../../model/widgets/index.ts';
import type { Element } from '../element.ts';

/** One create, update or delete, as a batch takes it (interface/widgets 19.1). */
export type Operation = CreateOperation | UpdateOperation | DeleteOperation;

export interface CreateOperation {
  readonly op: 'create';
  /** From `newId`. */
  readonly id: string;
  readonly type: WidgetType | 'Annotation';
  readonly body: Body;
  /** The widget on which a stroke lies; undefined: the canvas itself. */
  readonly widget_id?: string;
}

export interface UpdateOperation {
  readonly op: 'update';
  readonly id: string;
  readonly body: Body;
}

export interface DeleteOperation {
  readonly op: 'delete';
  readonly id: string;
}

/** What people call an edit: in "Undo move", and in what screen readers hear. */
export type EditLabel =
  | 'add'
  | 'arrange'
  | 'background'
  | 'colour'
  | 'connect'
  | 'delete'
  | 'duplicate'
  | 'erase'
  | 'ink'
  | 'media'
  | 'move'
  | 'paste'
  | 'pin'
  | 'properties'
  | 'put'
  | 'resize'
  | 'scale'
  | 'stack'
  | 'table'
  | 'text'
  | 'unpin'
  | 'upload';

/** What a command makes: operations that belong together. Plain data that `structuredClone` takes. */
export interface NewEdit {
  readonly label: EditLabel;
  readonly operations: readonly Operation[];
  /** Widgets that the command left as they are, because they are pinned or somebody else holds them. */
  readonly skipped?: number;
}

/** What one action of one person did. */
export interface Edit extends NewEdit {
  /** Rises in this tab. */
  readonly key: number;
  /** Each touched record as it was shown before; undefined: it was not there. */
  readonly before: ReadonlyMap<string, Element | undefined>;
  /** Each touched record as it was shown right afterwards; undefined: the edit deleted it. */
  readonly after: ReadonlyMap<string, Element | undefined>;
}

/**
 * `saved`: the server has everything. `saving`: something waits for its answer; `slow`: for 3 seconds. `busy`: the server takes nothing
 * now (429, 503). `offline`: there is no connection. `stopped`: the person may not write any more (401, 403).
 */
export type SavedState = 'saved' | 'saving' | 'slow' | 'busy' | 'offline' | 'stopped';
