import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `Menú de la cuenta: ${name}`,
  account: "Ajustes de la cuenta",
  organizations: "Organizaciones",
  admin: "Administración",
  aboutOrganizations: "Trabaja con otras personas",
  aboutAdmin: "Gestiona todos los usuarios",
  guest: "Invitado",
  aboutGuest: "Aún no tienes una cuenta. Lo que haces aquí se pierde al cerrar la sesión.",
  createAccount: "Crear tu cuenta",
  accounts: "Cuentas en este navegador",
  addAccount: "Añadir una cuenta",
  signOutOfThis: "Cerrar la sesión de esta cuenta",
  signOutOfAll: "Cerrar la sesión de todas las cuentas",
  signOut: "Cerrar sesión",
  signingOut: "Cerrando la sesión…",
  signOutFailed: "No hay conexión con el servidor. Tu sesión sigue iniciada.",
};
