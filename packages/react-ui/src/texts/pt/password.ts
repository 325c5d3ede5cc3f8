import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "Esqueceu a senha?",
  forgotLead: "Enviamos um link para você escolher uma nova.",
  sendLink: "Enviar o link",
  remembered: "Lembrou?",
  sentTitle: "Confira o seu e-mail",
  sent: (email) =>
    `Se ${email} tem uma conta aqui, um e-mail está a caminho. Siga o link dele para escolher uma nova senha.`,
  otherAddress: "Usar outro endereço",
  resetTitle: "Escolha uma nova senha",
  resetLead: "Todos os dispositivos conectados agora serão desconectados.",
  reset: "Definir a senha",
  resetting: "Definindo…",
  deadTitle: "Este link não funciona",
  deadLead: "Ele funciona uma vez, por uma hora.",
  newLink: "Pedir um novo link",
  doneTitle: "A sua nova senha foi definida",
  doneLead: "Todos os dispositivos foram desconectados. Entre com a nova senha.",
};
