import type { pair as english } from '../en/pair.ts';

export const pair: typeof english = {
  title: 'Conectar un muro',
  about: 'Un muro sin teclado muestra un código. Escríbelo aquí y el muro inicia sesión.',
  code: 'Código del muro',
  codeHint: 'Ocho letras y cifras, por ejemplo K7QF-2M4X',
  find: 'Continuar',
  question: '¿Es este tu muro?',
  compare: 'Conecta solo un muro que tengas delante y que muestre este código.',
  wall: 'Muro',
  unnamed: 'Un muro sin nombre',
  address: 'Dirección de red',
  expires: (time) => `El código sirve todavía ${time}.`,
  as: 'Sesión iniciada como',
  asMe: (name) => `${name} (tú)`,
  writes: 'Se puede escribir en este muro',
  writesHint: 'Si no, el muro solo muestra.',
  hands: (person) =>
    `El muro puede leer y mostrar lo que puede ver ${person}, sin cambiar nada, durante 14 días y más mientras esté conectado.`,
  handsWrites: (person) =>
    `El muro puede leer, mostrar y cambiar lienzos como ${person}, pero no cuentas, durante 14 días y más mientras esté conectado.`,
  asWhom: 'Quién es el muro',
  ownAccount: 'Una cuenta para este muro',
  ownAccountHint: 'Solo ve lo que compartes con ella.',
  me: 'Yo',
  somebody: 'Otra persona',
  accountName: 'Nombre de la cuenta',
  sameWall: 'El mismo muro otra vez',
  newWall: 'No, un muro nuevo',
  steers: 'También puede controlar muros',
  adminWarning: 'Quien toque este muro podría abrir todos los lienzos.',
  lasting: (person) =>
    `El muro puede hacer en los lienzos lo que puede ${person}, y nada con las cuentas. Su sesión sigue abierta hasta que la cierres o pase mucho tiempo sin usarse.`,
  lastingReads: (person) =>
    `El muro puede mostrar lo que puede ver ${person}, sin cambiar nada. Su sesión sigue abierta hasta que la cierres o pase mucho tiempo sin usarse.`,
  lastingOwn:
    'El muro puede mostrar y cambiar lo que se comparte con su cuenta, y nada más. Su sesión sigue abierta hasta que la cierres o pase mucho tiempo sin usarse.',
  lastingOwnReads:
    'El muro puede mostrar lo que se comparte con su cuenta, sin cambiar nada. Su sesión sigue abierta hasta que la cierres o pase mucho tiempo sin usarse.',
  doneOwn: (account) =>
    `El muro iniciará sesión en unos segundos y la mantendrá abierta. Comparte un lienzo con «${account}» y se podrá abrir ahí.`,
  doneLasting: (wall, person) => `${wall} iniciará sesión como ${person} en unos segundos y la mantendrá abierta.`,
  confirm: 'Conectar este muro',
  another: 'Otro código',
  done: 'El muro está conectado',
  doneAbout: (wall, person) =>
    `${wall} iniciará sesión como ${person} en unos segundos, durante 14 días y más mientras esté conectado.`,
  doneHome: 'Ir a los lienzos',
  doneMore: 'Conectar otro muro',
  unknown: 'Ningún muro muestra este código ahora. Compruébalo de nuevo: un código sirve una sola vez, durante diez minutos.',
  locked: (time) => `Demasiados códigos incorrectos. Podrás intentarlo de nuevo dentro de ${time}.`,
  incomplete: 'Un código tiene ocho letras y cifras.',
  deniedOther: 'Aquí no puedes conectar un muro: esta sesión solo tiene una parte de tus permisos.',
};
