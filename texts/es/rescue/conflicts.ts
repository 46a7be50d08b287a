import type { RescueTexts } from '../../rescue.ts';

export const conflicts: RescueTexts['conflicts'] = {
  title: 'Cambios que coinciden con los de otras personas',
  about:
    'Mientras esta página no tenía conexión, otra persona cambió los mismos elementos. El lienzo muestra su versión hasta que elijas.',
  none: 'Ya no hay nada que elegir.',
  told: (count) =>
    count === 1
      ? 'Mientras tanto, otra persona ha cambiado lo mismo que tú. Se muestra su versión hasta que elijas.'
      : `Mientras tanto, otra persona ha cambiado ${count} elementos que tú también has cambiado. Se muestran sus versiones hasta que elijas.`,
  show: 'Mostrar',
  useMine: 'Usar la mía',
  keepTheirs: 'Conservar la otra',
  keepBoth: 'Conservar ambas',
  yours: 'La tuya',
  theirs: 'La otra',
  gone: 'Se ha eliminado mientras tanto.',
  held: 'Otra persona lo está cambiando en este momento.',
  keptTheirs: 'Se queda la otra versión',
  goTo: (name) => `Ir a ${name}`,
  stroke: 'Trazo',
  empty: 'vacío',
  yes: 'sí',
  no: 'no',
  changed: 'cambiado',
  fields: {
    location: 'Lugar',
    size: 'Tamaño',
    scale: 'Escala',
    depth: 'Orden',
    auto_raise: 'Orden',
    parent_id: 'Está sobre',
    pinned: 'Fijado',
    points: 'Línea',
    src: 'Inicio',
    dst: 'Final',
  },
};
