import { apps } from "./ar/apps.js";
import { users } from "./ar/users.js";
import type { Language } from "./language/language.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in Arabic. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [arabic] })] })
 */
export const arabic: Language = {
  locale: "ar",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "هذا المستخدم محظور.",
    "Unsupported media type: send a form": "هذا التنسيق غير مدعوم: أرسل نموذجًا.",
  },
};
