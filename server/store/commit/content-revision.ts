import type { Work } from '../../../model/hooks.ts';
import { STEPS } from '../../scheduler.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import { type Change, type Head, isCanvas, recordOf, type Version } from '../store.ts';

/**
 * Do net changes of a command change content, for a client that names the revision it has read? A video that is played shows
 * nothing else than before.
 */
export function* isEdited(changes: readonly Change[]): Work<boolean> {
  for (const [at, { kind, before, after }] of changes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    if (kind.content && !isSameBut(kind.clock ?? [], before, after)) return true;
  }
  return false;
}

/** Does a change leave all fields as they were but these? */
function isSameBut(fields: readonly string[], before: Version | undefined, after: Version | undefined): boolean {
  if (fields.length === 0 || !before || !after || before.kind !== after.kind) return false;
  const [old, next] = [before, after].map((version) => JSON.stringify({ ...recordOf(version), ...without(fields) }));
  return old === next;
}

const without = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, null]));

/** What a command leaves of a scope beside its records. */
interface Headed {
  /** The head as the command left it; undefined when it did not touch it. */
  head(state: ScopeState): Head | undefined;
  /** The command changes content of the scope. */
  isEdit(state: ScopeState): boolean;
}

/**
 * The head of a scope behind the commit of these commands, in their order, at this revision. Which revision a command is committed with
 * is not known while it runs, so none of their own heads tells the revision of the newest change of content.
 */
export function headAt(state: ScopeState, revision: number, commands: readonly Headed[]): Head {
  const head = commands.map((command) => command.head(state)).findLast((one) => one) ?? state.durableHead;
  const known = state.durableHead.content_revision ?? revisionBefore(state, revision);
  const content_revision = commands.some((command) => command.isEdit(state)) ? revision : known;
  return content_revision === undefined || content_revision === head.content_revision ? head : { ...head, content_revision };
}

/** For a canvas whose head tells nothing yet: its content may have changed with the last commit. */
const revisionBefore = ({ id }: ScopeState, revision: number): number | undefined =>
  isCanvas(id) && revision > 1 ? revision - 1 : undefined;
