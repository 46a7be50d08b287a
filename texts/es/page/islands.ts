import type { Texts } from '../../page.ts';

export const islands: Texts['islands'] = {
  video: (name) => `Vídeo: ${name}`,
  browser: (name) => `Página web: ${name}`,
  ipVideo: (name) => `Vídeo IP: ${name}`,
  unnamed: 'sin nombre',

  soundOn: 'Activar el sonido',
  play: 'Reproducir',
  unplayable: 'Este navegador no puede reproducir este vídeo.',
  download: 'Descargar',

  use: 'Usar la página',
  leave: 'Salir de la página',
  openTab: 'Abrir en una pestaña nueva',
  silentPage: 'Esta página aún no ha respondido. Puede que no esté disponible o que no permita mostrarse dentro de otra página.',
  unframedPage: 'Esta página no se puede mostrar dentro de otra.',
  unreachablePage: 'Nadie responde en esta dirección. Quizá sea solo el servidor quien no puede llegar a ella.',
  showAnyway: 'Probar aquí',
  mixedPage:
    'Esta página tiene una dirección http abierta. Los navegadores no la muestran aquí, porque este lienzo ha llegado por https.',

  mixedStream:
    'Este vídeo tiene una dirección http abierta. Los navegadores no lo muestran aquí, porque este lienzo ha llegado por https.',
  silentCamera: 'En esta dirección no hay imagen, o no para este navegador. Se vuelve a intentar de vez en cuando.',
  blockedStream: (server) =>
    `Easel aún no puede cargar vídeos de ${server}. La administración puede añadirlo al ajuste EASEL_IP_VIDEO_SOURCES.`,
};
