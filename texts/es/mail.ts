import { type MailValues, say, type Texts } from '../mail.ts';

const greeting = ({ name }: MailValues) => (name === '' ? say`Hola:` : say`Hola, ${name}:`);

export const es: Texts = {
  direction: 'ltr',
  insteadOfButton: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  footer: ({ server, site }) => say`Este mensaje lo ha enviado automáticamente ${server} (${site}).`,
  mails: {
    'confirm-email': (facts) => ({
      subject: say`Confirma tu dirección de correo para ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Alguien, muy probablemente tú, ha creado una cuenta con la dirección de correo ${facts.address} en ${facts.server} (${facts.site}).`,
        say`Confirma que la dirección es tuya. Después podrás iniciar sesión.`,
      ],
      button: 'Confirmar la dirección',
      after: [
        say`Validez del enlace: ${facts.valid}. Funciona una sola vez.`,
        say`Si no has creado ninguna cuenta, no hace falta que hagas nada: sin la confirmación nadie puede iniciar sesión en ella.`,
      ],
    }),
    'change-email': (facts) => ({
      subject: say`Confirma tu nueva dirección de correo para ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Alguien, muy probablemente tú, quiere usar ${facts.address} como dirección de correo de una cuenta en ${facts.server} (${facts.site}).`,
        say`Confirma que esta dirección es tuya. A partir de entonces servirá para iniciar sesión en la cuenta y recibirá los mensajes del servidor. Hasta ese momento se sigue usando la dirección anterior.`,
      ],
      button: 'Confirmar la nueva dirección',
      after: [
        say`Validez del enlace: ${facts.valid}. Funciona una sola vez.`,
        say`Si no lo has pedido, no abras el enlace: sin la confirmación no cambia nada. Probablemente alguien se ha equivocado al escribir una dirección.`,
      ],
    }),
    'reset-password': (facts) => ({
      subject: say`Elige una contraseña nueva para ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Se ha pedido una contraseña nueva para la cuenta ${facts.address} en ${facts.server} (${facts.site}). La petición es tuya o de la administración del servidor.`,
        say`El enlace abre una página en la que puedes elegirla. Después se cierra la sesión de la cuenta en todos los dispositivos.`,
      ],
      button: 'Elegir una contraseña nueva',
      after: [
        say`Validez del enlace: ${facts.valid}. Funciona una sola vez, y un mensaje más reciente de este tipo lo anula.`,
        say`Si no lo has pedido, no abras el enlace ni se lo des a nadie: nada cambia mientras no se use. Si recibes estos mensajes una y otra vez, avisa a la administración del servidor.`,
      ],
    }),
    test: (facts) => ({
      subject: say`Correo de prueba de ${facts.server}`,
      greeting: greeting(facts),
      before: [
        say`Este mensaje demuestra que ${facts.server} (${facts.site}) puede enviar correo con su configuración actual. La administración ha pedido al servidor que lo envíe a ${facts.address}.`,
      ],
      after: [
        say`No hace falta que hagas nada. Si has encontrado este mensaje entre el correo no deseado, la página sobre el correo en la documentación explica qué se puede hacer.`,
      ],
    }),
  },
};
