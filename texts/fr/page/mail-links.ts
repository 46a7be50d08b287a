import type { Texts } from '../../page.ts';

export const mailLinks: Texts['mailLinks'] = {
  confirmTitle: 'Confirmez votre adresse e-mail',
  confirmAbout: 'Appuyez sur le bouton pour confirmer que cette adresse est la vôtre.',
  confirmSubmit: 'Confirmer',
  confirmed: 'Votre adresse e-mail est confirmée. Connectez-vous, sauf si l’administration doit d’abord approuver votre compte.',
  resetTitle: 'Choisissez un nouveau mot de passe',
  resetAbout: 'Choisissez un mot de passe que vous n’utilisez nulle part ailleurs. Vous serez déconnecté partout.',
  resetPassword: 'Nouveau mot de passe',
  resetSubmit: 'Définir le mot de passe',
  resetDone: 'Votre mot de passe est défini. Vous pouvez maintenant vous connecter avec lui.',
};
