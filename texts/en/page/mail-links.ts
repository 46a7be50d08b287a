/** The pages behind the links in mails. */
export const mailLinks = {
  confirmTitle: 'Confirm your e-mail address',
  confirmAbout: 'Press the button to confirm that this address is yours.',
  confirmSubmit: 'Confirm',
  confirmed: 'Your e-mail address is confirmed. You can sign in now, unless an administrator has to approve your account first.',
  resetTitle: 'Choose a new password',
  resetAbout: 'Choose a password that you use nowhere else. You will be signed out everywhere.',
  resetPassword: 'New password',
  resetSubmit: 'Set the password',
  resetDone: 'Your password is set. You can sign in with it now.',
};
