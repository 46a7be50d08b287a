import type { Metrics } from '../metrics/metrics.ts';

/** `later`: refused for now, and tried again. `waits`: the mail server takes none at present, so all mails wait. */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'waits' | 'dropped';

export type CountMail = (outcome: MailOutcome) => void;

/** Lets the metrics tell what becomes of mails. */
export function createMailMetrics(metrics: Metrics): CountMail {
  const ended = metrics.counter({
    name: 'easel_mails_total',
    help: 'Attempts at mails by their outcome: sent, refused for good, refused for now (later), no mail server (waits), dropped because nobody needs it',
    labels: ['outcome'],
  });
  return (outcome) => ended.of(outcome).add();
}
