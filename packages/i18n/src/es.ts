import { apps } from "./es/apps.js";
import { users } from "./es/users.js";
import type { Language } from "./language/language.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in Spanish. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [spanish] })] })
 */
export const spanish: Language = {
  locale: "es",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "Este usuario está bloqueado.",
    "Unsupported media type: send a form": "Este formato no es compatible: envía un formulario.",
  },
};
