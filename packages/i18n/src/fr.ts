import { apps } from "./fr/apps.js";
import { users } from "./fr/users.js";
import type { Language } from "./language/language.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in French. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [french] })] })
 */
export const french: Language = {
  locale: "fr",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "Cet utilisateur est banni.",
    "Unsupported media type: send a form": "Ce format n’est pas pris en charge : envoyez un formulaire.",
  },
};
