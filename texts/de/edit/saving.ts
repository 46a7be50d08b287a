import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  busy: 'Ausgelastet: Änderungen warten',
  offline: 'Offline: Änderungen warten',
  stopped: 'Nicht gespeichert',
  keepsNothing: (state) => `${state} (dieser Browser behält nichts für später)`,
  resumed: (count) =>
    count === 1 ? 'Eine frühere Änderung wurde gespeichert' : `${count} frühere Änderungen wurden gespeichert`,
  goneOne: (kind) => `Von jemand anderem gelöscht: ${kind}`,
  goneMany: (count) => `${count} Dinge wurden von jemand anderem gelöscht`,
  changedOne: 'Jemand anderes hat inzwischen dasselbe geändert, und das bleibt so',
  changedMany: (count) => `Jemand anderes hat inzwischen ${count} derselben Dinge geändert, und das bleibt so`,
  refusedOne: 'Eine Änderung war nicht möglich',
  refusedMany: (count) => `${count} Änderungen waren nicht möglich`,
};
