import { keyEmails } from "./api-keys/es.js";
import type { EmailLanguage } from "./language/language.js";
import { newDevice } from "./new-device/es.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

/**
 * The emails in Spanish. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [spanish] })
 */
export const spanish: EmailLanguage = {
  locale: "es",
  hello: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
  orCopy: "O copia esta dirección en tu navegador:",
  goTo: (app) => `Ir a ${app}`,
  actNow: "Si no fuiste tú, actúa ahora.",
  noAction: "Si fuiste tú, no hace falta hacer nada.",
  notAsked: "Si no pediste este correo, no hace falta hacer nada.",
  about: ({ app, to }) => `Esto afecta a tu cuenta de ${app}, ${to}.`,
  secure: (app) => `Si no fuiste tú, ve ahora a ${app}, restablece tu contraseña y cierra todas las sesiones.`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `Confirma tu dirección de correo para ${app}`,
      preview: `¿Es ${to} tu dirección?`,
      heading: "Confirma tu dirección de correo",
      paragraphs: [
        `Confirma que ${to} es tu dirección de correo para ${app}.`,
        ...(asksForPassword
          ? [
              `Hubo más de un registro con esta dirección. Para proteger tu cuenta, ninguna contraseña anterior funciona: cuando hayas confirmado, ve a ${app} y pide una nueva.`,
            ]
          : []),
      ],
      label: "Confirmar la dirección",
      notes: [
        `El enlace funciona durante ${duration}.`,
        `Si no fuiste tú quien dio esta dirección a ${app}, no abras el enlace: confirmaría la cuenta de otra persona con tu dirección.`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `Restablece tu contraseña de ${app}`,
      heading: "Elige una nueva contraseña",
      paragraphs: [`Se pidió una nueva contraseña para la cuenta ${to} de ${app}.`],
      label: "Elegir una nueva contraseña",
      notes: [
        `El enlace funciona una vez, durante ${duration}.`,
        "Si no fuiste tú, ignora este correo: tu contraseña no cambia.",
      ],
    }),
    "confirm-email-change": ({ app, to, duration, newEmail }) => ({
      subject: `Permite la nueva dirección de correo de tu cuenta de ${app}`,
      preview: `¿De ${to} a ${newEmail}?`,
      heading: "Permite tu nueva dirección de correo",
      paragraphs: [
        `Pediste cambiar la dirección de correo de tu cuenta de ${app} de ${to} a ${newEmail}.`,
        "La dirección no cambia hasta que lo permitas. Abre el enlace en el navegador en el que has iniciado sesión.",
      ],
      label: "Permitir el cambio",
      notes: [
        `El enlace funciona una vez, durante ${duration}.`,
        "Si no fuiste tú, no abras el enlace y cambia tu contraseña: otra persona podría tener la sesión iniciada en tu cuenta.",
      ],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `Confirma la eliminación de tu cuenta de ${app}`,
      preview: "Esto no se puede deshacer.",
      heading: "¿Eliminar tu cuenta?",
      paragraphs: [
        `Pediste eliminar tu cuenta de ${app}, ${to}, con todo lo que contiene. Esto no se puede deshacer.`,
        "Abre el enlace en el navegador en el que has iniciado sesión.",
      ],
      label: "Eliminar mi cuenta",
      notes: [
        `El enlace funciona una vez, durante ${duration}.`,
        "Si no fuiste tú, no abras el enlace y cambia tu contraseña: otra persona podría tener la sesión iniciada en tu cuenta.",
      ],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `Ya tienes una cuenta en ${app}`,
      preview: "Inicia sesión en lugar de registrarte.",
      heading: "Ya tienes una cuenta",
      paragraphs: [
        `Alguien intentó registrarse en ${app} con ${to}. Esta dirección ya tiene una cuenta.`,
        "Si fuiste tú, inicia sesión. Si has olvidado tu contraseña, restablécela allí.",
      ],
      label: `Ir a ${app}`,
      notes: ["Si no fuiste tú, no hace falta hacer nada: nadie ha accedido a tu cuenta ni la ha cambiado."],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `Se cambió la dirección de correo de tu cuenta de ${app}`,
      preview: `De ${to} a ${newEmail}.`,
      heading: "Tu dirección de correo ha cambiado",
      paragraphs: [
        `La dirección de correo de tu cuenta de ${app} cambió de ${to} a ${newEmail}.`,
        "Si no fuiste tú, o la nueva dirección es incorrecta, deshaz el cambio: tu cuenta recupera esta dirección y se cierran todas las sesiones.",
      ],
      label: "Deshacer el cambio",
      notes: [
        `Hasta que confirmes ${newEmail} en el navegador en el que has iniciado sesión, esta dirección aún recupera tu cuenta. Después, el enlace funciona durante 7 días.`,
        "Si todo es correcto, no hace falta hacer nada.",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, code, isNew }) => ({
      subject: `Iniciar sesión en ${app}`,
      heading: `Iniciar sesión en ${app}`,
      paragraphs: [
        isNew
          ? `Sigue este enlace para crear una cuenta de ${app} para ${to}.`
          : `Sigue este enlace para iniciar sesión en tu cuenta de ${app}, ${to}.`,
        ...(code === null
          ? []
          : [
              `O escribe este código en el navegador en el que pediste este correo: ${code}. Funciona durante 5 minutos.`,
            ]),
      ],
      label: "Iniciar sesión",
      notes: [
        `El enlace funciona una vez, durante ${duration}. No lo reenvíes.`,
        "Si no pediste este correo, no hace falta hacer nada. Sin el enlace nadie inicia sesión.",
      ],
    }),
    "email-otp.code": ({ app, duration, code, effect }) => ({
      subject: `Tu código de ${app}`,
      preview: `El código funciona durante ${duration}.`,
      heading: "Tu código",
      paragraphs: [`${effect}:`, code, "Escríbelo en el navegador en el que lo pediste."],
      label: `Ir a ${app}`,
      notes: [
        `El código funciona una vez, durante ${duration}. No se lo digas a nadie.`,
        "Si no pediste este correo, no hace falta hacer nada. Sin el código no ocurre nada.",
      ],
    }),
    "two-factor.code": ({ app, duration, code }) => ({
      subject: `${code} es tu código de ${app}`,
      preview: `Funciona durante ${duration}.`,
      heading: "Tu código para iniciar sesión",
      paragraphs: [`Tu código de ${app} es ${code}. No lo compartas: nunca te lo pedimos.`],
      label: `Ir a ${app}`,
      notes: [
        `El código funciona durante ${duration}.`,
        "Si no intentaste iniciar sesión, otra persona podría conocer tu contraseña: cámbiala ahora.",
      ],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `Otra persona usa el número de teléfono de tu cuenta de ${app}`,
      heading: "¿Sigue siendo tu número?",
      paragraphs: [
        `Otra persona ha verificado el número de teléfono ${number} de tu cuenta de ${app}, ${to}. El número por sí solo ya no abre tu cuenta.`,
        `Si el número es tuyo, inicia sesión y verifícalo de nuevo antes del ${until}. Si no, saldrá de tu cuenta.`,
      ],
      label: `Ir a ${app}`,
      notes: ["Si has dejado el número, no tienes que hacer nada: tu cuenta sigue siendo tuya."],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} es tu código para ${app}`,
      heading: "Tu código para iniciar sesión",
      paragraphs: [
        `Se ha verificado el número de teléfono de tu cuenta de ${app}. No lo has usado en mucho tiempo, o ahora es de otra persona, así que también hace falta este código: ${code}.`,
        "Escríbelo en el navegador en el que escribiste el código de tu teléfono.",
      ],
      label: `Ir a ${app}`,
      notes: [
        `El código sirve una vez, durante ${duration}. No se lo digas a nadie.`,
        `Si no fuiste tú, el número tiene otro dueño: saldrá de tu cuenta después del ${until}, y tu cuenta sigue siendo tuya.`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `Se quitará tu segundo factor de ${app}`,
      preview: "Si no fuiste tú, detenlo ahora.",
      heading: "Se quitará tu segundo factor",
      paragraphs: [
        `Una persona que superó el primer paso para iniciar sesión en tu cuenta de ${app}, ${to}, ha pedido entrar sin el segundo factor. Será posible a partir del ${from}.`,
        "Si no fuiste tú, detenlo ahora y cambia tu contraseña.",
      ],
      label: "Detener",
      notes: ["Si fuiste tú, no hace falta hacer nada hasta entonces."],
    }),
    "organization.invitation": ({ app, until, organization, inviter }) => ({
      subject: `Invitación a ${organization ?? "una organización"} en ${app}`,
      heading: `Invitación a ${organization ?? "una organización"}`,
      paragraphs: [`${inviter ?? "Un miembro"} te invita a ${organization ?? "una organización"} en ${app}.`],
      label: "Ver la invitación",
      notes: [
        `La invitación está abierta hasta el ${until}.`,
        "Si no esperabas esta invitación, ignora este correo. No lo reenvíes: el enlace demuestra el acceso a tu dirección de correo.",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `Ninguna cuenta de ${app} tiene esta dirección`,
      heading: "Ninguna cuenta tiene esta dirección",
      paragraphs: [
        `Se pidió iniciar sesión en ${app} con tu dirección, ${to}. Ninguna cuenta tiene esta dirección.`,
        "Si tienes una cuenta, inicia sesión con su dirección.",
      ],
      label: `Ir a ${app}`,
      notes: ["Si no pediste este correo, no hace falta hacer nada."],
    }),
  },
  effects: {
    "sign-in": ({ app, to }) => `Con este código inicias sesión en tu cuenta de ${app}, ${to}`,
    "sign-up": ({ app, to }) => `Con este código creas una cuenta de ${app} para ${to}`,
    "email-verification": ({ app, to }) => `Con este código confirmas que ${to} pertenece a tu cuenta de ${app}`,
    "forget-password": ({ app, to }) => `Con este código eliges una nueva contraseña para tu cuenta de ${app}, ${to}`,
    "change-email": ({ app, to }) => `Con este código permites que tu cuenta de ${app}, ${to}, cambie de dirección`,
    "new-email": ({ app, to }) => `Con este código la dirección de tu cuenta de ${app} pasa a ser ${to}`,
  },
  notices: {
    "password-changed": () => ({ heading: "Tu contraseña ha cambiado", text: "La contraseña ha cambiado." }),
    "account-linked": ({ name }) => ({
      heading: "Se añadió un método de inicio de sesión",
      text: `Se vinculó una cuenta de ${name}, que sirve para iniciar sesión.`,
    }),
    "account-unlinked": ({ name }) => ({
      heading: "Se quitó un método de inicio de sesión",
      text: `La cuenta de ${name} se desvinculó y ya no sirve para iniciar sesión.`,
    }),
    "password-removed": () => ({
      heading: "Se quitó tu contraseña",
      text: "La contraseña se quitó y ya no sirve para iniciar sesión.",
    }),
    "passkey.added": ({ name }) => ({
      heading: "Se añadió una llave de acceso",
      text: `Se añadió la llave de acceso ${name}. Permite iniciar sesión sin contraseña.`,
    }),
    "passkey.deleted": ({ name }) => ({
      heading: "Se eliminó una llave de acceso",
      text: `Se eliminó la llave de acceso ${name}. Ya no permite iniciar sesión.`,
    }),
    "passkey.cloned": ({ name }) => ({
      heading: "Una llave de acceso podría estar copiada",
      text: `Se rechazó un inicio de sesión con la llave de acceso ${name}: podría existir una copia. Elimínala y añade una nueva.`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "Tu número de teléfono ha cambiado",
      text: `El número de teléfono es ahora ${number}. Con un código a este número se puede iniciar sesión.`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "Se quitó tu número de teléfono",
      text: `El número de teléfono ${number} se quitó de la cuenta. Ya no se puede iniciar sesión con él.`,
    }),
    "username.changed": () => ({
      heading: "Tu nombre de usuario ha cambiado",
      text: "El nombre de usuario ha cambiado.",
    }),
    "two-factor.enabled": () => ({ heading: "Se activó un segundo factor", text: "Se activó un segundo factor." }),
    "two-factor.disabled": () => ({
      heading: "Se desactivó el segundo factor",
      text: "Se desactivó el segundo factor.",
    }),
    "two-factor.reset": () => ({
      heading: "Se restableció el segundo factor",
      text: "Un administrador restableció el segundo factor.",
    }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "Hay nuevos códigos de respaldo",
      text: "Se crearon nuevos códigos de respaldo, y los anteriores ya no valen.",
    }),
    "two-factor.backup-code-used": () => ({
      heading: "Se usó un código de respaldo",
      text: "Se usó un código de respaldo.",
    }),
    "two-factor.device-trusted": () => ({
      heading: "Un navegador es de confianza",
      text: "Un navegador es ahora de confianza: no se le pide el segundo factor.",
    }),
    "two-factor.recovery-finished": () => ({
      heading: "Se quitaron los segundos factores",
      text: "Una recuperación quitó los segundos factores.",
    }),
    "two-factor.closed": () => ({
      heading: "Ya no se aceptan códigos",
      text: "Después de cien códigos incorrectos ya no se aceptan más. Un inicio de sesión con otro segundo factor, o el soporte, los permite de nuevo.",
    }),
  },
  left: (count) =>
    count === 1
      ? "Te queda 1 código de respaldo. Crea otros en los ajustes de tu cuenta."
      : `Te quedan ${count} códigos de respaldo. Crea otros en los ajustes de tu cuenta.`,
};
