import type { Texts } from "../texts.js";

export const pricing: Texts["pricing"] = {
  title: "Formules",
  period: "Paiement",
  monthly: "Par mois",
  yearly: "Par an",
  trial: (period) => `Essai gratuit : ${period}`,
  current: "Votre formule",
  choose: "Choisir",
  chooseName: (name) => `Choisir ${name}`,
  buy: "Acheter",
  buyName: (name) => `Acheter ${name}`,
  switch: "Changer",
  switchTo: (name) => `Changer pour ${name}`,
  opening: "Ouverture…",
  manage: "Gérer",
  manageName: (name) => `Gérer ${name}`,
  changeTitle: (from, to) => `Passer de ${from} à ${to} ?`,
  changes: {
    prorate:
      "Vous changez maintenant. Le reste du temps payé est déduit, et la différence figure sur votre prochaine facture.",
    invoice: "Vous changez maintenant. Le reste du temps payé est déduit, et la différence est débitée maintenant.",
    next_period: "Vous changez à la fin de la période payée. Rien ne change d’ici là.",
    reset: "Vous changez maintenant. Une nouvelle période commence aujourd’hui, et est débitée maintenant.",
  },
  newPrice: (price) => `Le nouveau prix : ${price}.`,
  switching: "Changement…",
  switched: (name) => `Votre formule est maintenant ${name}.`,
  switchesLater: (name) => `Vous passez à ${name} à la fin de la période payée.`,
  empty: "Il n’y a encore rien à acheter ici.",
  failed: "Les formules n’ont pas pu être chargées.",
  notAllowed: "Vous ne pouvez pas choisir la formule de cette organisation. Demandez à un administrateur.",
};
