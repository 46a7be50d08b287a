import type { Texts } from '../../page.ts';

export const problems: Texts['problems'] = {
  missing: {
    title: 'No hay nada en esta dirección',
    about: 'Puede que la dirección tenga una errata o que la página ya no exista.',
  },
  canvasMissing: { title: 'No se encuentra el lienzo', about: 'Se ha eliminado, o la dirección está incompleta.' },
  denied: {
    title: 'Este lienzo no se comparte contigo',
    about: 'Pide a la persona que te dio la dirección que lo comparta contigo y vuelve a intentarlo.',
  },
  signIn: {
    title: 'Inicia sesión para ver este lienzo',
    about: 'Se comparte con personas que tienen una cuenta aquí.',
  },
  licence: {
    title: 'La licencia de este servidor no es válida',
    about: 'Los lienzos se abrirán de nuevo en cuanto la administración instale una válida. No se pierde nada.',
  },
  offline: {
    title: 'El servidor no responde',
    about: 'Puede que se esté reiniciando. Esta página sigue por sí sola cuando el servidor vuelva.',
  },
  trying: 'Volviendo a intentarlo…',
  failed: {
    title: 'Algo ha fallado en esta página',
    about: 'Lo que has hecho hasta ahora está guardado en el servidor. Volver a cargar la página suele bastar.',
  },
  home: 'Volver a los lienzos',
  reload: 'Volver a cargar',
  copyAddress: 'Copiar la dirección',
  copied: 'Se ha copiado la dirección',
  signInAs: 'Iniciar sesión con otra cuenta',
};
