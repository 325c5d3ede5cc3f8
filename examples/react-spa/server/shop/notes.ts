import type { NoteView } from "../../shared/shop.ts";

/** What the entitlement "notes" unlocks. */
export const tastingNotes: readonly NoteView[] = [
  { tea: "Sencha Yabukita", text: "70 °C, one minute. Cut grass and sweet peas; a second cup tastes of the sea." },
  { tea: "Darjeeling, first flush", text: "90 °C, three minutes. Green almonds and muscat grapes. Without milk." },
  { tea: "Gyokuro", text: "50 °C, two minutes, little water. Thick as broth, and sweet until the third cup." },
];
