import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "Criar uma conta",
  titleOf: (appName) => `Crie a sua conta em ${appName}`,
  nameEmpty: "Digite o seu nome.",
  usernameHint: "Mais curto para digitar ao entrar.",
  invitedEmail: "O seu convite é para este endereço.",
  submit: "Criar a conta",
  submitting: "Criando…",
  emailCode: "Cadastrar-se com um código",
  phone: "Cadastrar-se com um número de telefone",
  hasAccount: "Já tem uma conta?",
  closed: "Novos usuários não podem se cadastrar aqui.",
  sentTitle: "Confira o seu e-mail",
  sent: (email) => `Enviamos um link para ${email}. Siga o link para verificar o seu endereço.`,
};
