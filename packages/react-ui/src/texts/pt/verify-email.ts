import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "O seu endereço foi verificado",
  lead: (email) => `${email} é seu. Nada mais é preciso.`,
  elsewhereLead: "Você pode fechar esta página ou entrar aqui.",
  nextTitle: "Mais um e-mail",
  nextLead: (email) => `Agora siga o link do e-mail enviado para ${email}: então ele estará verificado.`,
  oldTitle: "Este link é antigo demais",
  oldLead: "Links sobre um endereço funcionam por uma hora.",
  deadTitle: "Este link não funciona",
  deadLead: "Talvez falte uma parte dele, ou um mais recente foi enviado.",
  otherTitle: "Outra conta está aberta aqui",
  signInFirst: "Entre primeiro",
  otherLead: "Este link funciona no navegador em que você entrou. Entre na sua conta lá e siga o link mais uma vez.",
  takenTitle: "O seu endereço não foi alterado",
  takenLead: "Este endereço não pode ser usado na sua conta. Tente outro.",
  otherAddress: "Escolher outro endereço",
  sendAgain: "Enviar um novo e-mail",
  sentAgain: (email) => `Um novo e-mail está a caminho de ${email}.`,
};
