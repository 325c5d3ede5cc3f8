import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "Vérification de votre paiement",
  waitingLead: "Cela prend quelques secondes.",
  doneTitle: "Merci !",
  doneLead: "Votre paiement est arrivé, et votre achat est prêt.",
  slowTitle: "Cela prend plus de temps que d’habitude",
  slowLead: "Votre paiement est en route. Vous pouvez quitter cette page : votre achat s’active tout seul.",
  failedTitle: "Le paiement a échoué",
  failedLead: "Rien n’a été acheté. Vous pouvez réessayer, par exemple avec une autre carte.",
  expiredTitle: "Cet achat est terminé",
  expiredLead: "Il est resté ouvert trop longtemps, ou a été fermé sans paiement. Rien n’a été acheté.",
  unknownTitle: "Achat introuvable",
  unknownLead: "Ce lien n’appartient à aucun achat de votre compte.",
  continue: "Continuer",
  plans: "Retour aux formules",
  yourPlan: "Votre formule",
};
