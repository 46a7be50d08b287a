import type { RescueTexts } from '../../rescue.ts';

export const refusals: RescueTexts['refusals'] = {
  resumed: (count) =>
    count === 1 ? 'Une modification antérieure a été enregistrée' : `${count} modifications antérieures ont été enregistrées`,
  goneOne: (kind) => `Quelqu’un d’autre a supprimé un élément : ${kind}`,
  goneMany: (count) => `Quelqu’un d’autre a supprimé ${count} éléments`,
  refusedOne: 'Une modification n’a pas pu être faite',
  refusedMany: (count) => `${count} modifications n’ont pas pu être faites`,
};
