import type { Texts } from '../../page.ts';

const invalidLink =
  'Este enlace no es válido o ha dejado de serlo: ya se ha usado, es demasiado antiguo o se ha enviado otro más reciente. Si lo acabas de abrir, ábrelo otra vez desde el correo.';

export const signIn: Texts['signIn'] = {
  title: 'Iniciar sesión',
  welcome: 'Lienzos compartidos para tu equipo, tu mesa y tus muros.',
  ended: 'Se ha cerrado tu sesión. Iníciala de nuevo y volverás adonde estabas.',
  wanted: 'Inicia sesión para ver lo que hay en esta dirección.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  remember: 'Mantener la sesión iniciada',
  submit: 'Iniciar sesión',
  or: 'o',
  saml: 'Iniciar sesión con tu organización (SAML)',
  oidc: 'Iniciar sesión con tu organización',
  oidcNamed: (name) => `Iniciar sesión con ${name}`,
  noWayIn: 'Este servidor no ofrece aquí ninguna forma de iniciar sesión. Pregunta a quien lo gestiona.',
  forgotten: '¿Has olvidado la contraseña?',
  forgottenTitle: 'Contraseña olvidada',
  forgottenAbout: 'Te enviaremos un correo con un enlace para elegir una nueva.',
  forgottenSubmit: 'Enviar el correo',
  forgottenDone: (email) =>
    `Si existe una cuenta con la dirección ${email}, hay un correo en camino. Su enlace sirve durante 24 horas.`,
  register: 'Crear una cuenta',
  registerTitle: 'Crear una cuenta',
  registerSubmit: 'Crear la cuenta',
  noAccount: '¿Aún no tienes cuenta?',
  yourName: 'Tu nombre',
  newPassword: 'Elige una contraseña',
  registered: (email) => `Hemos enviado un correo a ${email}. Abre el enlace que contiene y después inicia sesión aquí.`,
  registeredWaits: (email) =>
    `Hemos enviado un correo a ${email}. Abre el enlace que contiene. Después, la administración tiene que aprobar tu cuenta antes de que puedas iniciar sesión.`,
  doneTitle: 'Revisa tu correo',
  backToSignIn: 'Volver a iniciar sesión',
  missing: 'Rellena este campo.',
  again: (time) => `Demasiados intentos. Podrás intentarlo de nuevo dentro de ${time}.`,
  tooShort: (least) => `La contraseña debe tener al menos ${least} caracteres.`,
  firstTitle: '¿Es un servidor nuevo?',
  firstAbout:
    'En su primer arranque se creó una cuenta de administración con una contraseña. Si lo arrancaste a mano, ambas aparecen en esa ventana. Si funciona como servicio, la contraseña está en este archivo de su carpeta de datos:',
  firstElse: 'Si definiste EASEL_ADMIN_PASSWORD, esa es la contraseña.',
  refusals: {
    'Invalid username or password.': 'Esta dirección de correo y esta contraseña no coinciden.',
    'User is blocked': 'Esta cuenta está bloqueada. Consulta a la administración.',
    'User account is not approved': 'Esta cuenta espera la aprobación de la administración.',
    'Email address is not confirmed':
      'La dirección de correo aún no está confirmada. Abre el enlace del correo que te hemos enviado.',
    'Sign-in using a password is not enabled': 'Este servidor no permite iniciar sesión con contraseña.',
    'Sign-up using a password is not enabled': 'Este servidor no permite que cada persona cree su propia cuenta.',
    'Email domain is not allowed': 'Aquí no se permiten cuentas con direcciones de este dominio.',
    'Email is already in use': 'Ya existe una cuenta con esta dirección de correo. Inicia sesión o pide una contraseña nueva.',
    'email is not a valid e-mail address': 'Esto no es una dirección de correo.',
    'License has expired': 'La licencia de este servidor ha caducado.',
    'License is not valid': 'La licencia de este servidor no es válida.',
    'Invalid token': invalidLink,
    'Invalid email confirmation token.': invalidLink,
    'Password is too common: choose another one': 'Esta contraseña es demasiado común: elige otra.',
    'Password must not be the e-mail address: choose another one':
      'La contraseña no debe ser tu dirección de correo: elige otra.',
    'Password must not be made of names and addresses: choose another one':
      'La contraseña debe ser más que nombres y direcciones: elige otra.',
  },
};
