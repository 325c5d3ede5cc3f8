import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `Menu da conta: ${name}`,
  account: "Configurações da conta",
  organizations: "Organizações",
  admin: "Administração",
  aboutOrganizations: "Trabalhe com outras pessoas",
  aboutAdmin: "Gerencie todos os usuários",
  guest: "Convidado",
  aboutGuest: "Você ainda não tem uma conta. O que você faz aqui se perde ao sair.",
  createAccount: "Criar a sua conta",
  accounts: "Contas neste navegador",
  addAccount: "Adicionar uma conta",
  signOutOfThis: "Sair desta conta",
  signOutOfAll: "Sair de todas as contas",
  signOut: "Sair",
  signingOut: "Saindo…",
  signOutFailed: "Não há conexão com o servidor. Você ainda está na sua conta.",
};
