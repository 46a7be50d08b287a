import { Licence, type LicenceTerms } from '../../model/resources/licence.ts';
import type { Transaction } from '../store/store.ts';

export interface Installation {
  readonly text: string;
  readonly terms: LicenceTerms;
}

/** Puts an accepted licence in the place of the one before. The one that is there already changes nothing. */
export function installLicence(tx: Transaction, { text, terms }: Installation): void {
  const { directory } = tx;
  const before = directory.get(Licence, 'licence');
  if (before?.text === text) return;
  const licence: Licence = { id: 'licence', text, found: 'valid' };
  if (before) directory.update(Licence, licence);
  else directory.insert(Licence, licence);
  const { edition, type, max_clients, seat_model, valid_until } = terms;
  tx.audit({
    action: 'License installed',
    target_type: 'license',
    target_id: null,
    target_name: '',
    details: { edition, type, max_clients, seat_model, ...(valid_until !== undefined && { valid_until }) },
  });
}
