import type { EditTexts } from '../../edit.ts';

export const saving: EditTexts['saving'] = {
  saved: 'Enregistré',
  saving: 'Enregistrement…',
  busy: 'Serveur occupé : vos modifications attendent',
  offline: 'Hors ligne : vos modifications attendent',
  stopped: 'Non enregistré',
  keepsNothing: (state) => `${state} (ce navigateur ne garde rien pour plus tard)`,
  resumed: (count) =>
    count === 1 ? 'Une modification antérieure a été enregistrée' : `${count} modifications antérieures ont été enregistrées`,
  goneOne: (kind) => `Quelqu’un d’autre a supprimé un élément : ${kind}`,
  goneMany: (count) => `Quelqu’un d’autre a supprimé ${count} éléments`,
  changedOne: 'Modifié entre-temps par quelqu’un d’autre, dont la version reste',
  changedMany: (count) => `${count} éléments modifiés entre-temps par quelqu’un d’autre, dont la version reste`,
  refusedOne: 'Une modification n’a pas pu être faite',
  refusedMany: (count) => `${count} modifications n’ont pas pu être faites`,
};
