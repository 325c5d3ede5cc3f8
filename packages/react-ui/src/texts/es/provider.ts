import type { Texts } from "../texts.js";

export const provider: Texts["provider"] = {
  continueWith: (name) => `Continuar con ${name}`,
  continueWithOne: "Continuar con",
  going: (name) => `Abriendo ${name}…`,
  opening: "Abriendo…",
  unavailable: (name) => `No se puede acceder a ${name} ahora. Inténtalo de nuevo en un momento.`,
  theProvider: "el proveedor",
  codes: {
    access_denied: (name) => `Denegaste el acceso en ${name}, y no se cambió nada.`,
    temporarily_unavailable: (name) => `${name} no está disponible ahora. Inténtalo de nuevo en un momento.`,
    server_error: (name) => `Se produjo un error en ${name}. Inténtalo de nuevo en un momento.`,
    banned: () => "Esta cuenta está bloqueada. Consulta a un administrador si es un error.",
    too_many_requests: () => "Demasiados intentos. Espera un minuto e inténtalo de nuevo.",
    please_restart_the_process: () => "Tardó demasiado o continuó en otro navegador o pestaña. Empieza de nuevo.",
    state_not_found: () => "Tardó demasiado o continuó en otro navegador o pestaña. Empieza de nuevo.",
    email_not_found: (name) => `${name} no nos dio una dirección de correo, y una cuenta aquí necesita una.`,
    email_not_verified: () => "Verifica primero tu dirección de correo: el enlace está en un correo que te enviamos.",
    signup_disabled: (name) =>
      `Los usuarios nuevos no pueden registrarse con ${name}. Crea primero una cuenta y después vincúlala.`,
    account_not_linked: (name) =>
      `Tu dirección ya tiene una cuenta aquí. Inicia sesión de otra forma y después vincula ${name} en los ajustes de tu cuenta.`,
    account_already_linked_to_different_user: (name) =>
      `Esta cuenta de ${name} está vinculada a otro usuario. Desvincúlala allí primero.`,
    unable_to_link_account: (name) => `No se vinculó ${name}: quizá te conoce por otra dirección de correo.`,
    unable_to_create_user: () => "No se pudo crear la cuenta: quizá tu nombre o tu dirección ya están ocupados.",
    step_up_not_proven: (name) =>
      `${name} no confirmó que eres tú. Inicia sesión allí de nuevo con la cuenta vinculada aquí.`,
    unable_to_create_session: () => "Se produjo un error por nuestra parte, y no se cambió nada. Inténtalo de nuevo.",
    internal_server_error: () => "Se produjo un error por nuestra parte, y no se cambió nada. Inténtalo de nuevo.",
    invalid_callback_request: (name) => `${name} te devolvió sin los datos para iniciar sesión. Inténtalo de nuevo.`,
    no_code: (name) => `${name} te devolvió sin los datos para iniciar sesión. Inténtalo de nuevo.`,
    no_callback_url: (name) => `${name} te devolvió sin los datos para iniciar sesión. Inténtalo de nuevo.`,
    invalid_code: (name) => `${name} no pudo decirnos quién eres. Inténtalo de nuevo.`,
    unable_to_get_user_info: (name) => `${name} no pudo decirnos quién eres. Inténtalo de nuevo.`,
    oauth_provider_not_found: () => "Este método de inicio de sesión no se ofrece aquí.",
  },
  failed: (name) => `El inicio de sesión con ${name} falló. Inténtalo de nuevo.`,
  otherCode: (name, code) => `El inicio de sesión con ${name} falló (${code}). Inténtalo de nuevo.`,
};
