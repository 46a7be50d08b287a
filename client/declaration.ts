import type { declaredClient, declaredInput, declaredOutput, declaredWorkspace } from '../model/displays/declaration.ts';
import type { Values } from '../model/field.ts';

type ClientValues = Values<typeof declaredClient>;
type WorkspaceValues = Values<typeof declaredWorkspace>;
type OutputValues = Values<typeof declaredOutput>;
type InputValues = Values<typeof declaredInput>;

export type DeclaredClient = Partial<ClientValues> & { readonly installation_name: string };
export type DeclaredWorkspace = Partial<WorkspaceValues> & Pick<WorkspaceValues, 'index' | 'size'>;
export type DeclaredOutput = Partial<OutputValues> & Pick<OutputValues, 'index'>;
/** Without an id the server makes one from the source; the library requires one, because changes name inputs by it. */
export type DeclaredInput = Partial<InputValues> & Pick<InputValues, 'id' | 'source'>;

/** What a client has, as it stands in a `hello` (interface/streaming 4.3). */
export interface Declaration {
  readonly client: DeclaredClient;
  readonly workspaces: readonly DeclaredWorkspace[];
  readonly video_outputs: readonly DeclaredOutput[];
  readonly video_inputs: readonly DeclaredInput[];
}

/** What an `update` changes: entries by their index or id, only the keys that change (interface/streaming 4.5). */
export interface Change {
  readonly client?: Partial<ClientValues>;
  readonly workspaces?: readonly (Partial<WorkspaceValues> & Pick<WorkspaceValues, 'index'>)[];
  readonly video_outputs?: readonly (Partial<OutputValues> & Pick<OutputValues, 'index'>)[];
  readonly video_inputs?: readonly (Partial<InputValues> & Pick<InputValues, 'id'>)[];
  readonly removed?: {
    readonly workspaces?: readonly number[];
    readonly video_outputs?: readonly number[];
    readonly video_inputs?: readonly string[];
  };
}

/** Follows the rules of the server: entries are removed first, and a workspace in the state `canvas_list` has no canvas. */
export function applied(before: Declaration, { client, workspaces, video_outputs, video_inputs, removed }: Change): Declaration {
  return {
    client: { ...before.client, ...client },
    workspaces: merged(before.workspaces, workspaces?.map(withoutCanvas), removed?.workspaces, ({ index }) => index),
    video_outputs: merged(before.video_outputs, video_outputs, removed?.video_outputs, ({ index }) => index),
    video_inputs: merged(before.video_inputs, video_inputs, removed?.video_inputs, ({ id }) => id),
  };
}

const withoutCanvas = <E extends Partial<WorkspaceValues>>(entry: E): E =>
  entry.workspace_state === 'canvas_list' ? { ...entry, canvas_id: '' } : entry;

function merged<E extends object, K>(
  before: readonly E[],
  changes: readonly Partial<E>[] = [],
  removed: readonly K[] = [],
  keyOf: (entry: E) => K,
): E[] {
  const entries = new Map(before.map((entry) => [keyOf(entry), entry]));
  for (const key of removed) entries.delete(key);
  for (const change of changes) {
    const key = keyOf(change as E);
    entries.set(key, { ...entries.get(key), ...(change as E) });
  }
  return [...entries.values()];
}
