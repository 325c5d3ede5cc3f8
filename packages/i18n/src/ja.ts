import { apps } from "./ja/apps.js";
import { users } from "./ja/users.js";
import type { Language } from "./language/language.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in Japanese. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [japanese] })] })
 */
export const japanese: Language = {
  locale: "ja",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "このユーザーは利用を停止されています。",
    "Unsupported media type: send a form": "この形式には対応していません。フォームで送ってください。",
  },
};
