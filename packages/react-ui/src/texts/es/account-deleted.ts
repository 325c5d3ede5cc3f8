import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "Tu cuenta está eliminada",
  lead: "Todos sus datos se han eliminado.",
  home: "Volver al inicio",
  againTitle: "Confirma que eres tú",
  againLead: "Iniciaste sesión hace tiempo. Para eliminar una cuenta hace falta una prueba más reciente.",
  again: "Confirmar",
  keep: "Conservar mi cuenta",
  readyTitle: "Gracias",
  readyLead: "Ahora sigue otra vez el enlace del correo para eliminar tu cuenta.",
  notTitle: "Tu cuenta no se ha eliminado",
  notLead: "Este enlace no funciona: ya se usó, tiene más de un día o pertenece a otra cuenta.",
  signedOutLead:
    "Este enlace funciona en el navegador en el que has iniciado sesión. Inicia sesión y síguelo otra vez.",
  newLink: "Pedir un enlace nuevo",
  organizations: "Tus organizaciones",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "Eres el único propietario de una organización. Haz propietario a otro miembro o elimínala. Después sigue otra vez el enlace.",
    admins_cannot_delete_themselves: "Eres administrador. Otro administrador debe cambiar primero tu rol.",
  },
};
