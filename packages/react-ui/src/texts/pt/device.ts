import type { Texts } from "../texts.js";

export const device: Texts["device"] = {
  title: "Conectar um dispositivo",
  lead: "Digite o código que o seu dispositivo mostra.",
  notOffered: "Este aplicativo não pode conectar dispositivos.",
  warning:
    "Digite apenas um código que o seu próprio dispositivo mostra. Se outra pessoa enviou um código a você, não o digite: essa pessoa teria acesso à sua conta.",
  code: "Código",
  codeEmpty: "Digite o código do seu dispositivo.",
  codeHint: "Oito letras. Maiúsculas e hifens não importam.",
  submit: "Continuar",
  checking: "Verificando…",

  askTitle: (app) => `Permitir ${app}?`,
  askLead: (app) => `${app}, em um dispositivo, pede para entrar na sua conta.`,
  account: "Conta",
  from: "Pedido de",
  unknownAddress: "Endereço desconhecido",
  mayDo: "Poderá",
  scopes: {},
  noScopes: "Apenas entrar",
  compare:
    "Permita apenas se o seu próprio dispositivo mostra este código. Se outra pessoa enviou o código a você, recuse.",
  allow: "Permitir",
  allowing: "Permitindo…",
  deny: "Recusar",
  denying: "Recusando…",
  other: "Digitar outro código",

  allowedTitle: "O seu dispositivo está conectado",
  allowedLead: (app) => `${app} entrou na sua conta. Você pode fechar esta página.`,
  deniedTitle: "Acesso recusado",
  deniedLead: (app) => `${app} não tem acesso à sua conta. Você pode fechar esta página.`,

  codes: {
    INVALID_REQUEST: "Este código não funciona. Confira as letras ou peça um novo código no seu dispositivo.",
    EXPIRED_TOKEN: "Este código é antigo demais. Peça um novo no seu dispositivo.",
    ACCESS_DENIED: "Outro usuário abriu este código. Peça um novo no seu dispositivo.",
  },
  answered: "Este código já foi respondido. Peça um novo no seu dispositivo.",
};
