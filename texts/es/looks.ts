import type { Phrases } from '../looks.ts';

export const looks: Phrases = {
  noAddress: 'Aún sin dirección',
  noPage: 'Aún sin página',
  noFile: 'Aún sin archivo',
  waiting: 'Esperando una pantalla',
  connecting: 'Una pantalla se está conectando',
  connected: 'Se muestra en una pantalla',
  noDisplay: 'Ninguna pantalla elegida',
  output: 'Salida de vídeo',
  page: 'Página {page} de {pages}',
};
