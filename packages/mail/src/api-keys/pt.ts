import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `Uma chave de API de ${app} expira em breve`,
    heading: "Uma chave de API expira em breve",
    paragraphs: [
      `A chave de API ${key} de ${app} expira em ${until}. Depois disso, os programas que a usam serão recusados.`,
      "Crie uma nova chave para esses programas ou prolongue esta.",
    ],
    label: `Ir para ${app}`,
    notes: ["Se a chave não é mais necessária, você não precisa fazer nada."],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `Uma chave de API de ${app} foi encontrada em público`,
    preview: "A chave está desativada. Aja agora.",
    heading: "Uma chave de API foi encontrada em público",
    paragraphs: [
      `A chave de API ${key} de ${app} foi encontrada em um lugar onde outros podem lê-la. Nós a desativamos.`,
      "Crie uma nova chave para os seus programas, exclua a antiga e verifique o que foi feito com ela.",
    ],
    label: `Ir para ${app}`,
    notes: ["Não ative a chave de novo: outros a têm."],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `Uma chave de API foi criada: ${app}`,
    heading: "Uma chave de API foi criada",
    paragraphs: [
      `A chave de API ${key} de ${app} foi criada.`,
      "Se você não esperava isso, exclua a chave agora e altere a sua senha.",
    ],
    label: `Ir para ${app}`,
    notes: ["Se você esperava isso, não precisa fazer nada."],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `Uma chave de API foi ativada de novo: ${app}`,
    heading: "Uma chave de API foi ativada de novo",
    paragraphs: [
      `A chave de API ${key} de ${app} foi ativada de novo.`,
      "Se você não esperava isso, exclua a chave agora e altere a sua senha.",
    ],
    label: `Ir para ${app}`,
    notes: ["Se você esperava isso, não precisa fazer nada."],
  }),
};
