import type { PanelTexts } from '../../panels.ts';

const number = (count: number): string => count.toLocaleString('es');

export const add: PanelTexts['add'] = {
  find: 'Buscar algo que añadir',
  nothing: (typed) => `No hay nada que añadir con el nombre «${typed}».`,
  photo: 'Foto…',
  videoInput: 'Entrada de vídeo…',
  remoteDesktop: 'Escritorio remoto…',
  ipVideo: 'Vídeo IP…',
  videoOutput: 'Salida de vídeo',
  template: 'Lienzo como plantilla…',
  put: 'Poner en el lienzo',
  name: 'Nombre',
  remoteDesktopAsked: {
    title: 'Escritorio remoto',
    address: 'Dirección',
    hint: 'Lo abre una pantalla que pueda mostrar escritorios remotos.',
    example: '10.20.0.5',
  },
  ipVideoAsked: {
    title: 'Vídeo IP',
    address: 'Dirección',
    hint: 'La dirección de una emisión de vídeo, tal como la indica la cámara o su manual.',
    example: 'rtsp://192.0.2.7:554/live',
  },
  videoInputAsked: 'Entrada de vídeo',
  noInputs: 'Ninguna pantalla conectada tiene una cámara o una imagen que mostrar. Puedes indicar una que llegue después.',
  input: 'Cámara o pantalla',
  inputOf: (name, display) => `${name} de ${display}`,
  otherInput: 'Otra',
  source: 'Fuente',
  sourceHint: 'Como la llama la pantalla, por ejemplo video=cam-front.',
  computer: 'Equipo',
  computerHint: 'El identificador de la pantalla que la tiene. Puede quedar vacío.',
  templateAsked: 'Lienzo como plantilla',
  findCanvas: 'Buscar un lienzo',
  canvas: 'Lienzo',
  noCanvas: 'Ningún otro lienzo tiene este nombre.',
  templateHint: (most) =>
    `Todo lo que hay en él se copia en el centro de lo que ves: hasta ${number(most)} elementos, con trazos y conectores. Su fondo no se copia.`,
  templateDone: (count) =>
    count === 1 ? 'Se ha puesto un elemento en el lienzo.' : `Se han puesto ${number(count)} elementos en el lienzo.`,
  templateTooLarge: (count, most) =>
    `En ese lienzo hay ${number(count)} elementos. En otro se pueden poner como máximo ${number(most)}.`,
};
