import type { RescueTexts } from '../../rescue.ts';

export const refusals: RescueTexts['refusals'] = {
  resumed: (count) =>
    count === 1 ? 'Eine frühere Änderung wurde gespeichert' : `${count} frühere Änderungen wurden gespeichert`,
  goneOne: (kind) => `Von jemand anderem gelöscht: ${kind}`,
  goneMany: (count) => `${count} Dinge wurden von jemand anderem gelöscht`,
  refusedOne: 'Eine Änderung war nicht möglich',
  refusedMany: (count) => `${count} Änderungen waren nicht möglich`,
};
