import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `Únete a ${organization}`,
  unknownTitle: "Invitación",
  text: (inviter, email, organization) => `${inviter} invita a ${email} a ${organization}.`,
  textWithRole: (inviter, email, organization, role) =>
    `${inviter} invita a ${email} a ${organization}, con el rol ${role}.`,
  openUntil: (time) => `Abierta hasta: ${time}.`,
  failed: "No se pudo cargar la invitación",
  accept: "Aceptar",
  accepting: "Uniéndote…",
  decline: "Rechazar",
  declining: "Rechazando…",
  declined: (organization) => `Has rechazado la invitación. ${organization} no recibe ningún otro mensaje.`,
  signUp: "Crear una cuenta",
  signIn: "Iniciar sesión",
  hasAccount: "¿Ya tienes una cuenta?",
  newHere: "¿Aún no tienes una cuenta?",
  otherAccount: (present, invited) => `Has iniciado sesión como ${present}, y esta invitación es para ${invited}.`,
  continueAs: (email) => `Continuar como ${email}`,
  signingOut: "Cerrando la sesión…",
  stay: "Seguir con esta sesión",
  closedTitle: "Esta invitación no está abierta",
  closedLead:
    "Ya se respondió o se canceló, ha caducado o su enlace está incompleto. Quien te invitó puede enviarte otra.",
  yourOrganizations: "Tus organizaciones",
};
