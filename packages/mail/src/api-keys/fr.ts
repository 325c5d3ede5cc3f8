import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `Une clé d’API ${app} expire bientôt`,
    heading: "Une clé d’API expire bientôt",
    paragraphs: [`La clé ${key} de ${app} expire le ${until} : créez-en une autre, ou prolongez-la.`],
    label: `Aller à ${app}`,
    notes: ["Si la clé n’est plus utile, vous n’avez rien à faire."],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `Une clé d’API ${app} a été trouvée en public`,
    preview: "La clé est désactivée. Agissez maintenant.",
    heading: "Une clé d’API a été trouvée en public",
    paragraphs: [`La clé ${key} de ${app} est désactivée : remplacez-la, et vérifiez ce qui a été fait avec elle.`],
    label: `Aller à ${app}`,
    notes: ["Ne réactivez pas la clé : d’autres la possèdent."],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `Une clé d’API a été créée: ${app}`,
    heading: "Une clé d’API a été créée",
    paragraphs: [
      `La clé ${key} de ${app} a été créée.`,
      "Si ce n’était pas prévu, supprimez la clé maintenant et changez votre mot de passe.",
    ],
    label: `Aller à ${app}`,
    notes: ["Si c’était prévu, vous n’avez rien à faire."],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `Une clé d’API a été réactivée: ${app}`,
    heading: "Une clé d’API a été réactivée",
    paragraphs: [
      `La clé ${key} de ${app} a été réactivée.`,
      "Si ce n’était pas prévu, supprimez la clé maintenant et changez votre mot de passe.",
    ],
    label: `Aller à ${app}`,
    notes: ["Si c’était prévu, vous n’avez rien à faire."],
  }),
};
