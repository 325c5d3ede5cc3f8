import type { Texts } from "../texts.js";

export const provider: Texts["provider"] = {
  continueWith: (name) => `Continuar com ${name}`,
  continueWithOne: "Continuar com",
  going: (name) => `Abrindo ${name}…`,
  opening: "Abrindo…",
  unavailable: (name) => `Não é possível acessar ${name} agora. Tente de novo em instantes.`,
  theProvider: "o provedor",
  codes: {
    access_denied: (name) => `Você negou o acesso em ${name}, e nada foi alterado.`,
    temporarily_unavailable: (name) => `${name} não está disponível agora. Tente de novo em instantes.`,
    server_error: (name) => `Ocorreu um erro em ${name}. Tente de novo em instantes.`,
    banned: () => "Esta conta está banida. Fale com um administrador se isso estiver errado.",
    too_many_requests: () => "Muitas tentativas. Aguarde um minuto e tente de novo.",
    please_restart_the_process: () => "Isso demorou demais ou continuou em outro navegador ou aba. Comece de novo.",
    state_not_found: () => "Isso demorou demais ou continuou em outro navegador ou aba. Comece de novo.",
    email_not_found: (name) => `${name} não nos deu um endereço de e-mail, e uma conta aqui precisa de um.`,
    email_not_verified: () => "Verifique primeiro o seu endereço de e-mail: o link está em um e-mail para você.",
    signup_disabled: (name) =>
      `Novos usuários não podem se cadastrar com ${name}. Crie primeiro uma conta e depois vincule-a.`,
    account_not_linked: (name) =>
      `O seu endereço já tem uma conta aqui. Entre de outra forma e depois vincule ${name} nas configurações da sua conta.`,
    account_already_linked_to_different_user: (name) =>
      `Esta conta em ${name} está vinculada a outro usuário aqui. Desvincule-a lá primeiro.`,
    unable_to_link_account: (name) => `${name} não foi vinculado: talvez você use outro endereço de e-mail lá.`,
    unable_to_create_user: () => "Não foi possível criar uma conta: o seu nome ou endereço já pode estar em uso.",
    step_up_not_proven: (name) => `${name} não confirmou que é você. Entre lá de novo, com a conta vinculada aqui.`,
    unable_to_create_session: () => "Ocorreu um erro do nosso lado, e nada foi alterado. Tente de novo.",
    internal_server_error: () => "Ocorreu um erro do nosso lado, e nada foi alterado. Tente de novo.",
    invalid_callback_request: (name) => `${name} mandou você de volta sem os dados para entrar. Tente de novo.`,
    no_code: (name) => `${name} mandou você de volta sem os dados para entrar. Tente de novo.`,
    no_callback_url: (name) => `${name} mandou você de volta sem os dados para entrar. Tente de novo.`,
    invalid_code: (name) => `${name} não conseguiu nos dizer quem você é. Tente de novo.`,
    unable_to_get_user_info: (name) => `${name} não conseguiu nos dizer quem você é. Tente de novo.`,
    oauth_provider_not_found: () => "Esta forma de entrar não é oferecida aqui.",
  },
  failed: (name) => `Não foi possível entrar com ${name}. Tente de novo.`,
  otherCode: (name, code) => `Não foi possível entrar com ${name} (${code}). Tente de novo.`,
};
