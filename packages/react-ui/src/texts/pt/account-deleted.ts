import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "A sua conta foi excluída",
  lead: "Todos os dados dela foram excluídos.",
  home: "Voltar ao início",
  againTitle: "Confirme que é você",
  againLead: "Faz tempo que você entrou. Para excluir uma conta, é preciso uma prova mais recente.",
  again: "Confirmar",
  keep: "Manter a minha conta",
  readyTitle: "Obrigado",
  readyLead: "Agora siga mais uma vez o link do e-mail para excluir a sua conta.",
  notTitle: "A sua conta não foi excluída",
  notLead: "Este link não funciona: já foi usado, tem mais de um dia ou pertence a outra conta.",
  signedOutLead: "Este link funciona no navegador em que você entrou. Entre na sua conta e siga o link mais uma vez.",
  newLink: "Pedir um novo link",
  organizations: "As suas organizações",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "Você é o único proprietário de uma organização. Torne outro membro proprietário ou exclua a organização. Depois siga o link mais uma vez.",
    admins_cannot_delete_themselves: "Você é administrador. Outro administrador precisa primeiro mudar a sua função.",
  },
};
