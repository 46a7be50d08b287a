import { Mail } from '../../model/resources/mail.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Puts a mail in the outbox, as part of the command that is the reason for it: it goes out once the command is durable, also after
 * a restart. `language`: of the request of the person who gets it, as `languageOf` reads it; empty for anybody else's request.
 */
export function queueMail(tx: Transaction, mail: Pick<Mail, 'text' | 'user_id' | 'address' | 'language'>): void {
  const now = Date.parse(tx.now);
  tx.directory.insert(Mail, { ...mail, id: tx.newId(), created_at: now, attempts: 0, next_at: now });
}
