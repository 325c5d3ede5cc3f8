import type { Texts } from "../texts.js";

export const device: Texts["device"] = {
  title: "Conectar un dispositivo",
  lead: "Escribe el código que muestra tu dispositivo.",
  notOffered: "Esta aplicación no puede conectar dispositivos.",
  warning:
    "Escribe solo un código que muestre tu propio dispositivo. Si otra persona te ha enviado un código, no lo escribas: esa persona tendría acceso a tu cuenta.",
  code: "Código",
  codeEmpty: "Escribe el código de tu dispositivo.",
  codeHint: "Ocho letras. No importan las mayúsculas ni los guiones.",
  submit: "Continuar",
  checking: "Comprobando…",

  askTitle: (app) => `¿Permitir ${app}?`,
  askLead: (app) => `${app} pide desde un dispositivo iniciar sesión en tu cuenta.`,
  account: "Cuenta",
  from: "Pedido desde",
  unknownAddress: "Dirección desconocida",
  mayDo: "Podrá",
  scopes: {},
  noScopes: "Solo iniciar sesión",
  compare:
    "Permítelo solo si tu propio dispositivo muestra este código. Si otra persona te ha enviado el código, recházalo.",
  allow: "Permitir",
  allowing: "Permitiendo…",
  deny: "Rechazar",
  denying: "Rechazando…",
  other: "Escribir otro código",

  allowedTitle: "Tu dispositivo está conectado",
  allowedLead: (app) => `${app} ha iniciado sesión. Puedes cerrar esta página.`,
  deniedTitle: "Acceso rechazado",
  deniedLead: (app) => `${app} no tiene acceso a tu cuenta. Puedes cerrar esta página.`,

  codes: {
    INVALID_REQUEST: "Este código no funciona. Comprueba las letras o pide un código nuevo en tu dispositivo.",
    EXPIRED_TOKEN: "Este código es demasiado antiguo. Pide uno nuevo en tu dispositivo.",
    ACCESS_DENIED: "Otro usuario ha abierto este código. Pide uno nuevo en tu dispositivo.",
  },
  answered: "Este código ya se ha respondido. Pide uno nuevo en tu dispositivo.",
};
