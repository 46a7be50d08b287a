import type { live as english } from '../en/live.ts';

export const live: typeof english = {
  lang: 'es',
  title: 'Este lienzo, ahora',
  people: 'Personas aquí',
  changes: 'Cambios por minuto',
  sent: 'Hasta que todos lo ven',
  live: '● En directo',
  away: 'El servidor no responde',
  refused: 'No tienes permiso para ver este lienzo',
};
