import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "Choisissez ou déposez une image",
  remove: "Retirer",
  title: "Choisissez la partie à afficher",
  lead: "Faites glisser l’image, ou déplacez les curseurs.",
  preview: "La partie choisie de l’image",
  zoom: "Agrandissement",
  across: "De gauche à droite",
  down: "De haut en bas",
  use: "Utiliser cette partie",
  using: "Un instant…",
  wrongType: "Ce n’est pas une image PNG, JPEG ou WebP de 20 Mo au plus.",
  unreadable: "L’image n’a pas pu être lue.",
  notSaved: "L’image n’a pas pu être préparée. Réessayez, ou prenez-en une autre.",
};
