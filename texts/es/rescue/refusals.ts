import type { RescueTexts } from '../../rescue.ts';

export const refusals: RescueTexts['refusals'] = {
  resumed: (count) => (count === 1 ? 'Se ha guardado un cambio anterior' : `Se han guardado ${count} cambios anteriores`),
  goneOne: (kind) => `Otra persona ha eliminado un elemento: ${kind}`,
  goneMany: (count) => `Otras personas han eliminado ${count} elementos`,
  refusedOne: 'No se ha podido hacer un cambio',
  refusedMany: (count) => `No se han podido hacer ${count} cambios`,
};
