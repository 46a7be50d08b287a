import type { MessageOf } from '../../model/displays/message.ts';
import { REPORT_BYTES, Report } from '../../model/displays/report.ts';
import { refuse } from '../../model/refusal.ts';
import { clientScope } from '../../model/resources/displays/client.ts';
import { ClientReport, REPORT_ID } from '../../model/resources/displays/client-report.ts';
import type { Transaction } from '../store/store.ts';
import type { DisplayDeps } from './deps.ts';
import type { ClientSession } from './session/client-session.ts';
import { COMMIT_COST, handler } from './session/messages.ts';
import { submit } from './shown/records.ts';

/** The least time between two reports of one client that are kept. */
const GAP_MS = 5000;

/** Keeps what displays say of themselves (interface/streaming 3.11). */
export function reportHandlers({ store, clock }: Pick<DisplayDeps, 'store' | 'clock'>) {
  const heard = new WeakMap<ClientSession, number>();
  const take = async (session: ClientSession, report: MessageOf<typeof Report>, sent: object): Promise<void> => {
    if (session.kind !== 'display') throw refuse.forbidden('A viewer reports nothing');
    if (Buffer.byteLength(JSON.stringify(sent)) > REPORT_BYTES)
      throw refuse.invalid(`A report has at most ${REPORT_BYTES} bytes`);
    const now = clock.steady();
    if (now - (heard.get(session) ?? Number.NEGATIVE_INFINITY) < GAP_MS) return;
    heard.set(session, now);
    const write = (tx: Transaction): void => {
      session.requireOwn(tx);
      const scope = tx.scope(clientScope(session.clientId));
      const { type: _, ...said } = report;
      const next: ClientReport = { id: REPORT_ID, at: tx.now, ...said, state: 'normal' };
      if (scope.get(ClientReport, REPORT_ID)) scope.update(ClientReport, next);
      else scope.insert(ClientReport, next);
    };
    await submit(store, session.clientId, write, { permit: session.permit });
  };
  return { [Report.type]: handler(Report, (report, { session, sent }) => take(session, report, sent), { cost: COMMIT_COST }) };
}
