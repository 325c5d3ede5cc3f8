import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "Confirma que eres tú",
  lead: "Iniciaste sesión hace tiempo, y este paso necesita una prueba más reciente.",
  leadFactor: "Este paso necesita tu segundo factor.",
  submit: "Continuar",
  submitting: "Un momento…",
  comeBack: "Después vuelves a esta pantalla. Repite entonces el paso.",
  getPassword: "Crear una contraseña por correo",
  noMethod: "Solo un nuevo inicio de sesión puede confirmarlo.",
  signInAgain: "Cerrar sesión e iniciarla de nuevo",
};
