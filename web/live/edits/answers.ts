import type { Overlay } from './overlay.ts';
import type { PendingOperation } from './pending-operation.ts';

/** Whether the server has done what it was asked to, nobody knows. */
export const unknown: ReadonlySet<number> = new Set([408, 500, 502, 504]);

/** Which operation a refusal is about, counted from 0, and its text; undefined: it is about the whole batch. */
export function refusalOf(body: unknown): { readonly at: number | undefined; readonly msg: string } {
  const text = typeof body === 'object' ? String((body as { readonly msg?: unknown } | null)?.msg ?? '') : '';
  const [, at, msg] = /^operation (\d+): (.*)$/s.exec(text) ?? [];
  return at === undefined ? { at: undefined, msg: text } : { at: Number(at), msg: msg! };
}

/** Whether a create is refused because its record is there (interface/conventions 1.15). */
export const isThere = (pending: PendingOperation | undefined, status: number, msg: string): boolean =>
  status === 409 && pending?.operation.op === 'create' && msg.endsWith(` ${pending.operation.id} exists`);

/** Whether an answer says that the batch was made by an earlier request (interface/widgets 19.3). */
export const isRepeated = (body: unknown): boolean => (body as { readonly repeated?: boolean } | null)?.repeated === true;

/** The operation at a place of a batch, and those that the server would refuse for the same reason: their records are gone. */
export function alikeAt(
  operations: readonly PendingOperation[],
  at: number,
  status: number,
  overlay: Pick<Overlay, 'answeredRecord'>,
): PendingOperation[] {
  const isGone = ({ operation: { op, id } }: PendingOperation): boolean =>
    op === 'update' && overlay.answeredRecord(id) === undefined && !operations.some((one) => makes(one, id));
  return operations.filter((one, place) => place === at || (status === 404 && place > at && isGone(one)));
}

const makes = ({ operation }: PendingOperation, id: string): boolean => operation.op === 'create' && operation.id === id;
