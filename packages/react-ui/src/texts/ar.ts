import { common } from "./ar/common.js";
import { errors } from "./ar/errors.js";
import { factor } from "./ar/factor.js";
import { password } from "./ar/password.js";
import { provider } from "./ar/provider.js";
import { signIn } from "./ar/sign-in.js";
import { signUp } from "./ar/sign-up.js";
import { verifyEmail } from "./ar/verify-email.js";
import type { Language } from "./texts.js";

/**
 * All texts in Arabic. The page has `dir="rtl"`.
 *
 * @example <AuthUI client={authClient} texts={arabic}>
 */
export const arabic: Language = {
  locale: "ar",
  common,
  errors,
  signIn,
  signUp,
  password,
  verifyEmail,
  provider,
  factor,
};
