import type { Language } from "./language/language.js";
import { apps } from "./zh/apps.js";
import { users } from "./zh/users.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * The messages of all errors in Chinese in simplified characters. No native speaker has read them yet.
 *
 * @example createAuth({ …, plugins: [i18n({ locales: [chinese] })] })
 */
export const chinese: Language = {
  locale: "zh",
  errors: { ...users, ...apps },
  sentences: {
    "This user is banned": "该用户已被封禁。",
    "Unsupported media type: send a form": "不支持该格式：请以表单发送。",
  },
};
