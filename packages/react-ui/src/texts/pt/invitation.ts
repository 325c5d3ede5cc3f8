import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `Participe de ${organization}`,
  unknownTitle: "Convite",
  text: (inviter, email, organization) => `${inviter} convida ${email} para ${organization}.`,
  textWithRole: (inviter, email, organization, role) =>
    `${inviter} convida ${email} para ${organization}, com a função ${role}.`,
  openUntil: (time) => `Aberto até: ${time}.`,
  failed: "Não foi possível carregar o convite",
  accept: "Aceitar",
  accepting: "Entrando…",
  decline: "Recusar",
  declining: "Recusando…",
  declined: (organization) => `Você recusou. ${organization} não recebe nenhuma outra mensagem.`,
  signUp: "Criar uma conta",
  signIn: "Entrar",
  hasAccount: "Já tem uma conta?",
  newHere: "Ainda não tem uma conta?",
  otherAccount: (present, invited) => `Você entrou como ${present}, e este convite é para ${invited}.`,
  continueAs: (email) => `Continuar como ${email}`,
  signingOut: "Saindo…",
  stay: "Continuar nesta conta",
  closedTitle: "Este convite não está aberto",
  closedLead:
    "Ele foi respondido ou cancelado, expirou, ou o link está incompleto. O membro que convidou você pode enviar outro.",
  yourOrganizations: "As suas organizações",
};
