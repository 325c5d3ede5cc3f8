import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "Entrar com um código",
  titleOf: (appName) => `Entrar em ${appName} com um código`,
  lead: "Enviamos um código para o seu endereço de e-mail. Não é preciso senha.",
  leadForAll:
    "Enviamos um código para o seu endereço de e-mail. Não é preciso senha. Um endereço novo recebe uma conta.",
  send: "Enviar o código",
  otherWay: "Entrar de outra forma",
  notOffered: "A entrada com código não está configurada aqui.",
  sentTitle: "Digite o seu código",
  sent: (email) => `Um código está a caminho de ${email}.`,
  sentToAccount: (email) => `Se ${email} tem uma conta aqui, um código está a caminho.`,
  wrongCode: "Este código está errado ou é antigo demais. Use o e-mail mais recente.",
  tooManyCodes: "Muitos códigos errados. Envie um novo código.",
  sendAgain: "Enviar um novo código",
  sentAgain: "Um novo e-mail está a caminho.",
  otherAddress: "Usar outro endereço",
  numberSent:
    "Para ter certeza de que este número ainda é seu, enviamos também um código para o seu endereço de e-mail.",
  numberInDoubt: "Não temos certeza de que este número ainda é seu. Entre de outra forma.",
};
