import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "Entrar",
  titleOf: (appName) => `Entrar em ${appName}`,
  emailOrUsername: "E-mail ou nome de usuário",
  emailOrUsernameEmpty: "Digite o seu endereço de e-mail ou nome de usuário.",
  invalidUsername: "Nenhum nome de usuário tem esta forma. Confira ou use o seu endereço de e-mail.",
  rememberMe: "Continuar conectado",
  rememberMeHint: "Senão, até você fechar o navegador.",
  submit: "Entrar",
  submitting: "Entrando…",
  passkey: "Entrar com uma chave de acesso",
  passkeyBusy: "Olhe para o seu dispositivo…",
  magicLink: "Receber um link por e-mail",
  emailCode: "Receber um código por e-mail",
  guest: "Continuar como convidado",
  guestBusy: "Um momento…",
  lastUsed: "Último usado",
  forgotPassword: "Esqueceu a senha?",
  newHere: "Ainda não tem uma conta?",
  signUp: "Criar uma conta",
  noMethod: "Nenhuma forma de entrar está configurada aqui.",
};
