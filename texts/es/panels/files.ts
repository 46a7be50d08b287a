import type { PanelTexts } from '../../panels.ts';

export const files: PanelTexts['files'] = {
  none: 'No se ha puesto ningún archivo en el lienzo desde que se abrió esta página.',
  doneOf: (done, all) => `${done} de ${all} listos`,
  goOn: 'Puedes seguir trabajando. Las subidas continúan mientras esta página esté abierta.',
  dropHere: (count) => (count === 1 ? 'Suelta el archivo aquí' : `Suelta ${count} archivos aquí`),
  begun: (count) => (count === 1 ? 'Se está subiendo un archivo.' : `Se están subiendo ${count} archivos.`),
  waiting: 'en espera',
  storing: 'guardando…',
  sharpening: 'mejorando la nitidez',
  done: 'listo',
  nameAndSize: (name, size) => `${name} · ${size}`,
  cancel: (name) => `Cancelar la subida de ${name}`,
  remove: 'Quitar',
  removeOf: (name) => `Quitar ${name}`,
  notArrived: (name) => `${name} no ha llegado`,
  faults: {
    type: (called) =>
      `Los archivos ${called === '' ? 'de este tipo' : called} no se pueden mostrar en un lienzo. Las imágenes, los vídeos y los PDF, sí.`,
    large: 'Es más grande de lo que admite este servidor.',
    room: 'El servidor no tiene espacio para él en este momento.',
    rights: 'No tienes permiso para poner archivos en este lienzo.',
    network: (share) => `La red se ha cortado al ${share}.`,
    refused: 'El servidor no lo ha aceptado.',
  },
};
