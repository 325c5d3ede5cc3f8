import { apps } from "./de/apps.js";
import { users } from "./de/users.js";
import type { Language } from "./language/language.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in German. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [german] })] })
 */
export const german: Language = {
  locale: "de",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "Dieser Benutzer ist gesperrt.",
    "Unsupported media type: send a form": "Dieses Format wird nicht unterstützt: Senden Sie ein Formular.",
  },
};
