import { keyEmails } from "./api-keys/pt.js";
import type { EmailLanguage } from "./language/language.js";
import { newDevice } from "./new-device/pt.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

/**
 * The emails in Portuguese, as in Brazil. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [portuguese] })
 */
export const portuguese: EmailLanguage = {
  locale: "pt",
  hello: (name) => (name === null ? "Olá," : `Olá, ${name},`),
  orCopy: "Ou copie este endereço no seu navegador:",
  goTo: (app) => `Ir para ${app}`,
  actNow: "Se não foi você, aja agora.",
  noAction: "Se foi você, não precisa fazer nada.",
  notAsked: "Se você não pediu este e-mail, não precisa fazer nada.",
  about: ({ app, to }) => `Isso diz respeito à sua conta em ${app}, ${to}.`,
  secure: (app) => `Se não foi você, vá agora para ${app}, redefina a sua senha e saia de todos os lugares.`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `Confirme o seu endereço de e-mail para ${app}`,
      preview: `${to} é o seu endereço?`,
      heading: "Confirme o seu endereço de e-mail",
      paragraphs: [
        `Confirme que ${to} é o seu endereço de e-mail para ${app}.`,
        ...(asksForPassword
          ? [
              `Houve mais de um cadastro com este endereço. Para proteger a sua conta, nenhuma senha anterior funciona: depois de confirmar, vá para ${app} e peça uma nova.`,
            ]
          : []),
      ],
      label: "Confirmar o endereço",
      notes: [
        `O link funciona por ${duration}.`,
        `Se não foi você quem informou este endereço em ${app}, não abra o link: ele confirmaria a conta de outra pessoa com o seu endereço.`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `Redefina a sua senha de ${app}`,
      heading: "Escolha uma nova senha",
      paragraphs: [`Uma nova senha foi pedida para a conta ${to} em ${app}.`],
      label: "Escolher uma nova senha",
      notes: [
        `O link funciona uma vez, por ${duration}.`,
        "Se não foi você, ignore este e-mail: a sua senha não muda.",
      ],
    }),
    "confirm-email-change": ({ app, to, duration, newEmail }) => ({
      subject: `Permita o novo endereço de e-mail da sua conta em ${app}`,
      preview: `De ${to} para ${newEmail}?`,
      heading: "Permita o seu novo endereço de e-mail",
      paragraphs: [
        `Você pediu para alterar o endereço de e-mail da sua conta em ${app} de ${to} para ${newEmail}.`,
        "O endereço só muda quando você permitir. Abra o link no navegador em que você entrou.",
      ],
      label: "Permitir a alteração",
      notes: [
        `O link funciona uma vez, por ${duration}.`,
        "Se não foi você, não abra o link e altere a sua senha: outra pessoa pode estar na sua conta.",
      ],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `Confirme a exclusão da sua conta em ${app}`,
      preview: "Isso não pode ser desfeito.",
      heading: "Excluir a sua conta?",
      paragraphs: [
        `Você pediu para excluir a sua conta em ${app}, ${to}, com tudo o que há nela. Isso não pode ser desfeito.`,
        "Abra o link no navegador em que você entrou.",
      ],
      label: "Excluir a minha conta",
      notes: [
        `O link funciona uma vez, por ${duration}.`,
        "Se não foi você, não abra o link e altere a sua senha: outra pessoa pode estar na sua conta.",
      ],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `Você já tem uma conta em ${app}`,
      preview: "Entre em vez de se cadastrar.",
      heading: "Você já tem uma conta",
      paragraphs: [
        `Houve uma tentativa de cadastro em ${app} com ${to}. Este endereço já tem uma conta.`,
        "Se foi você, entre na sua conta. Se esqueceu a senha, redefina-a lá.",
      ],
      label: `Ir para ${app}`,
      notes: ["Se não foi você, não precisa fazer nada: a sua conta não foi acessada nem alterada."],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `O endereço de e-mail da sua conta em ${app} foi alterado`,
      preview: `De ${to} para ${newEmail}.`,
      heading: "O seu endereço de e-mail foi alterado",
      paragraphs: [
        `O endereço de e-mail da sua conta em ${app} foi alterado de ${to} para ${newEmail}.`,
        "Se não foi você, ou se o novo endereço está errado, desfaça a alteração: a sua conta recupera este endereço, e você sai de todos os lugares.",
      ],
      label: "Desfazer a alteração",
      notes: [
        `Até você confirmar ${newEmail} no navegador em que entrou, este endereço ainda recupera a sua conta. Depois disso, o link funciona por 7 dias.`,
        "Se tudo está certo, não precisa fazer nada.",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, code, isNew }) => ({
      subject: `Entrar em ${app}`,
      heading: `Entrar em ${app}`,
      paragraphs: [
        isNew
          ? `Siga este link para criar uma conta em ${app} para ${to}.`
          : `Siga este link para entrar na sua conta em ${app}, ${to}.`,
        ...(code === null
          ? []
          : [`Ou digite este código no navegador em que você pediu este e-mail: ${code}. Ele funciona por 5 minutos.`]),
      ],
      label: "Entrar",
      notes: [
        `O link funciona uma vez, por ${duration}. Não o encaminhe.`,
        "Se você não pediu este e-mail, não precisa fazer nada. Sem o link, ninguém entra.",
      ],
    }),
    "email-otp.code": ({ app, duration, code, effect }) => ({
      subject: `O seu código de ${app}`,
      preview: `O código funciona por ${duration}.`,
      heading: "O seu código",
      paragraphs: [`${effect}:`, code, "Digite o código no navegador em que você o pediu."],
      label: `Ir para ${app}`,
      notes: [
        `O código funciona uma vez, por ${duration}. Não o conte a ninguém.`,
        "Se você não pediu este e-mail, não precisa fazer nada. Sem o código, nada acontece.",
      ],
    }),
    "two-factor.code": ({ app, duration, code }) => ({
      subject: `${code} é o seu código de ${app}`,
      preview: `Ele funciona por ${duration}.`,
      heading: "O seu código para entrar",
      paragraphs: [`O seu código de ${app} é ${code}. Não o compartilhe: nunca pedimos esse código.`],
      label: `Ir para ${app}`,
      notes: [
        `O código funciona por ${duration}.`,
        "Se você não tentou entrar, outra pessoa pode saber a sua senha: altere-a agora.",
      ],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `Outra pessoa usa o número de telefone da sua conta em ${app}`,
      heading: "Este número ainda é seu?",
      paragraphs: [
        `Outra pessoa verificou o número de telefone ${number} da sua conta em ${app}, ${to}. O número sozinho não abre mais a sua conta.`,
        `Se o número é seu, entre e verifique-o de novo até ${until}. Caso contrário, ele sairá da sua conta.`,
      ],
      label: `Ir para ${app}`,
      notes: ["Se você deixou esse número, não precisa fazer nada: a sua conta continua sua."],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} é o seu código para ${app}`,
      heading: "O seu código para entrar",
      paragraphs: [
        `O número de telefone da sua conta em ${app} foi verificado. Você não o usa há muito tempo, ou ele agora é de outra pessoa. Por isso este código também é necessário: ${code}.`,
        "Digite-o no navegador em que você digitou o código do telefone.",
      ],
      label: `Ir para ${app}`,
      notes: [
        `O código funciona uma vez, por ${duration}. Não o informe a ninguém.`,
        `Se não foi você, o número tem outro dono: ele sairá da sua conta depois de ${until}, e a sua conta continua sua.`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `O seu segundo fator em ${app} será removido`,
      preview: "Se não foi você, interrompa agora.",
      heading: "O seu segundo fator será removido",
      paragraphs: [
        `Uma pessoa que passou pelo primeiro passo da entrada na sua conta em ${app}, ${to}, pediu para entrar sem o segundo fator. Isso será possível a partir de ${from}.`,
        "Se não foi você, interrompa agora e altere a sua senha.",
      ],
      label: "Interromper",
      notes: ["Se foi você, não precisa fazer nada até lá."],
    }),
    "organization.invitation": ({ app, until, organization, inviter }) => ({
      subject: `Convite para ${organization ?? "uma organização"} em ${app}`,
      heading: `Convite para ${organization ?? "uma organização"}`,
      paragraphs: [`${inviter ?? "Um membro"} convida você para ${organization ?? "uma organização"} em ${app}.`],
      label: "Ver o convite",
      notes: [
        `O convite está aberto até ${until}.`,
        "Se você não esperava este convite, ignore este e-mail. Não o encaminhe: o link comprova o acesso ao seu endereço de e-mail.",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `Nenhuma conta em ${app} tem este endereço`,
      heading: "Nenhuma conta tem este endereço",
      paragraphs: [
        `Foi pedida uma entrada em ${app} com o seu endereço, ${to}. Nenhuma conta tem este endereço.`,
        "Se você tem uma conta, entre com o endereço dela.",
      ],
      label: `Ir para ${app}`,
      notes: ["Se você não pediu este e-mail, não precisa fazer nada."],
    }),
  },
  effects: {
    "sign-in": ({ app, to }) => `Com este código você entra na sua conta em ${app}, ${to}`,
    "sign-up": ({ app, to }) => `Com este código você cria uma conta em ${app} para ${to}`,
    "email-verification": ({ app, to }) => `Com este código você confirma que ${to} pertence à sua conta em ${app}`,
    "forget-password": ({ app, to }) => `Com este código você define uma nova senha para a sua conta em ${app}, ${to}`,
    "change-email": ({ app, to }) => `Com este código você permite que a sua conta em ${app}, ${to}, mude de endereço`,
    "new-email": ({ app, to }) => `Com este código o endereço da sua conta em ${app} passa a ser ${to}`,
  },
  notices: {
    "password-changed": () => ({ heading: "A sua senha foi alterada", text: "A senha foi alterada." }),
    "account-linked": ({ name }) => ({
      heading: "Uma forma de entrar foi adicionada",
      text: `Uma conta em ${name} foi vinculada e pode ser usada para entrar.`,
    }),
    "account-unlinked": ({ name }) => ({
      heading: "Uma forma de entrar foi removida",
      text: `A conta em ${name} foi desvinculada e não pode mais ser usada para entrar.`,
    }),
    "password-removed": () => ({
      heading: "A sua senha foi removida",
      text: "A senha foi removida e não pode mais ser usada para entrar.",
    }),
    "passkey.added": ({ name }) => ({
      heading: "Uma chave de acesso foi adicionada",
      text: `A chave de acesso ${name} foi adicionada. Ela permite entrar sem senha.`,
    }),
    "passkey.deleted": ({ name }) => ({
      heading: "Uma chave de acesso foi excluída",
      text: `A chave de acesso ${name} foi excluída. Ela não permite mais entrar.`,
    }),
    "passkey.cloned": ({ name }) => ({
      heading: "Uma chave de acesso pode ter sido copiada",
      text: `Uma entrada com a chave de acesso ${name} foi recusada: pode existir uma cópia dela. Exclua-a e adicione uma nova.`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "O seu número de telefone foi alterado",
      text: `O número de telefone agora é ${number}. Um código enviado a este número permite entrar.`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "O seu número de telefone foi removido",
      text: `O número de telefone ${number} foi removido da conta. Já não é possível entrar com ele.`,
    }),
    "username.changed": () => ({
      heading: "O seu nome de usuário foi alterado",
      text: "O nome de usuário foi alterado.",
    }),
    "two-factor.enabled": () => ({ heading: "Um segundo fator foi ativado", text: "Um segundo fator foi ativado." }),
    "two-factor.disabled": () => ({
      heading: "O segundo fator foi desativado",
      text: "O segundo fator foi desativado.",
    }),
    "two-factor.reset": () => ({
      heading: "O segundo fator foi redefinido",
      text: "Um administrador redefiniu o segundo fator.",
    }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "Há novos códigos de reserva",
      text: "Novos códigos de reserva foram criados, e os antigos não valem mais.",
    }),
    "two-factor.backup-code-used": () => ({
      heading: "Um código de reserva foi usado",
      text: "Um código de reserva foi usado.",
    }),
    "two-factor.device-trusted": () => ({
      heading: "Um navegador agora é confiável",
      text: "Um navegador agora é confiável: ele não pede o segundo fator.",
    }),
    "two-factor.recovery-finished": () => ({
      heading: "Os segundos fatores foram removidos",
      text: "Uma recuperação removeu os segundos fatores.",
    }),
    "two-factor.closed": () => ({
      heading: "Os códigos não são mais aceitos",
      text: "Depois de cem códigos errados, os códigos não são mais aceitos. Uma entrada com outro segundo fator, ou o suporte, permite usá-los de novo.",
    }),
  },
  left: (count) =>
    count === 1
      ? "Resta 1 código de reserva. Crie novos nas configurações da sua conta."
      : `Restam ${count} códigos de reserva. Crie novos nas configurações da sua conta.`,
};
