import type { RescueTexts } from '../../rescue.ts';

export const bin: RescueTexts['bin'] = {
  title: 'Eliminado hace poco',
  about: 'Lo que has eliminado de este lienzo en este navegador, durante siete días.',
  none: 'En los últimos siete días no has eliminado nada de este lienzo en este navegador.',
  many: (count) => `${count} elementos`,
  putBack: 'Devolver',
  left: (count) =>
    count === 1
      ? 'Un elemento no ha podido volver: aquello sobre lo que estaba o a lo que llevaba ya no existe.'
      : `${count} elementos no han podido volver: aquello sobre lo que estaban o a lo que llevaban ya no existe.`,
};
