import type { Texts } from "../texts.js";

export const magicLink: Texts["magicLink"] = {
  title: "Entrar por e-mail",
  titleOf: (appName) => `Entrar em ${appName} por e-mail`,
  lead: "Enviamos um link para você entrar sem senha.",
  leadForAll: "Enviamos um link para você entrar sem senha. Um endereço novo recebe uma conta.",
  send: "Enviar o link",
  otherWay: "Entrar de outra forma",
  notOffered: "A entrada por e-mail não está configurada aqui.",
  sentTitle: "Confira o seu e-mail",
  sent: (email) => `Um e-mail está a caminho de ${email}. Abra o link dele neste navegador para entrar.`,
  sentToAccount: (email) =>
    `Se ${email} tem uma conta aqui, um e-mail está a caminho. Abra o link dele neste navegador para entrar.`,
  codeLead: "O e-mail está em outro dispositivo? Digite aqui o código dele.",
  wrongCode: "Este código está errado ou é antigo demais. Use o e-mail mais recente.",
  tooManyCodes: "Muitos códigos errados. Abra o link do e-mail ou envie um novo.",
  sendAgain: "Enviar um novo e-mail",
  sentAgain: "Um novo e-mail está a caminho.",
  otherAddress: "Usar outro endereço",
  confirmTitle: "Entrar aqui?",
  confirmTitleOf: (appName) => `Entrar em ${appName} aqui?`,
  confirm: (email) => `Este navegador entrará como ${email}.`,
  confirmHint: "Se você não pediu este link, feche esta página.",
  deadTitle: "Este link não funciona",
  deadLead: "Ele funciona uma vez, por dez minutos no máximo. Um mais recente pode ter sido usado.",
  failedTitle: "Você não entrou",
  newLink: "Pedir um novo link",
};
