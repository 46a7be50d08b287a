import type { Texts } from '../../page.ts';

export const mailLinks: Texts['mailLinks'] = {
  confirmTitle: 'Confirma tu dirección de correo',
  confirmAbout: 'Pulsa el botón para confirmar que esta dirección es tuya.',
  confirmSubmit: 'Confirmar',
  confirmed:
    'Tu dirección de correo está confirmada. Ya puedes iniciar sesión, salvo que la administración tenga que aprobar antes tu cuenta.',
  resetTitle: 'Elige una contraseña nueva',
  resetAbout: 'Elige una contraseña que no uses en ningún otro sitio. Se cerrarán todas tus sesiones.',
  resetPassword: 'Contraseña nueva',
  resetSubmit: 'Guardar la contraseña',
  resetDone: 'Tu contraseña está guardada. Ya puedes iniciar sesión con ella.',
};
