import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "Bild wählen oder hierher ziehen",
  remove: "Entfernen",
  title: "Ausschnitt wählen",
  lead: "Ziehen Sie das Bild, oder bewegen Sie die Regler.",
  preview: "Der gewählte Ausschnitt des Bildes",
  zoom: "Vergrößerung",
  across: "Von links nach rechts",
  down: "Von oben nach unten",
  use: "Ausschnitt verwenden",
  using: "Einen Moment …",
  wrongType: "Das ist kein Bild im Format PNG, JPEG oder WebP mit höchstens 20 MB.",
  unreadable: "Das Bild konnte nicht gelesen werden.",
  notSaved: "Das Bild konnte nicht vorbereitet werden. Versuchen Sie es noch einmal, oder mit einem anderen.",
};
