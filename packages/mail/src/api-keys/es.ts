import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `Una clave de API de ${app} caduca pronto`,
    heading: "Una clave de API caduca pronto",
    paragraphs: [
      `La clave de API ${key} de ${app} caduca el ${until}. Después se rechazarán los programas que la usan.`,
      "Crea una clave nueva para esos programas o prolonga esta.",
    ],
    label: `Ir a ${app}`,
    notes: ["Si la clave ya no hace falta, no tienes que hacer nada."],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `Una clave de API de ${app} se encontró en público`,
    preview: "La clave está desactivada. Actúa ahora.",
    heading: "Una clave de API se encontró en público",
    paragraphs: [
      `La clave de API ${key} de ${app} se encontró en un lugar donde otros pueden leerla. La hemos desactivado.`,
      "Crea una clave nueva para tus programas, elimina la antigua y comprueba qué se hizo con ella.",
    ],
    label: `Ir a ${app}`,
    notes: ["No vuelvas a activar la clave: otros la tienen."],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `Se creó una clave de API: ${app}`,
    heading: "Se creó una clave de API",
    paragraphs: [
      `Se creó la clave de API ${key} de ${app}.`,
      "Si no lo esperabas, elimina la clave ahora y cambia tu contraseña.",
    ],
    label: `Ir a ${app}`,
    notes: ["Si lo esperabas, no tienes que hacer nada."],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `Se volvió a activar una clave de API: ${app}`,
    heading: "Se volvió a activar una clave de API",
    paragraphs: [
      `Se volvió a activar la clave de API ${key} de ${app}.`,
      "Si no lo esperabas, elimina la clave ahora y cambia tu contraseña.",
    ],
    label: `Ir a ${app}`,
    notes: ["Si lo esperabas, no tienes que hacer nada."],
  }),
};
