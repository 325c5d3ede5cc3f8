import type { Language } from "./language/language.js";
import { apps } from "./pt/apps.js";
import { users } from "./pt/users.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in Portuguese, as in Brazil. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [portuguese] })] })
 */
export const portuguese: Language = {
  locale: "pt",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "Este usuário foi banido.",
    "Unsupported media type: send a form": "Este formato não é aceito: envie um formulário.",
  },
};
