import { account } from "./ar/account.js";
import { accountDeleted } from "./ar/account-deleted.js";
import { admin } from "./ar/admin.js";
import { apiKeys } from "./ar/api-keys.js";
import { billing } from "./ar/billing.js";
import { checkoutResult } from "./ar/checkout-result.js";
import { common } from "./ar/common.js";
import { device } from "./ar/device.js";
import { emailCode } from "./ar/email-code.js";
import { errors } from "./ar/errors.js";
import { factor } from "./ar/factor.js";
import { invitation } from "./ar/invitation.js";
import { magicLink } from "./ar/magic-link.js";
import { methods } from "./ar/methods.js";
import { organization } from "./ar/organization.js";
import { password } from "./ar/password.js";
import { phone } from "./ar/phone.js";
import { picture } from "./ar/picture.js";
import { pricing } from "./ar/pricing.js";
import { provider } from "./ar/provider.js";
import { seats } from "./ar/seats.js";
import { signIn } from "./ar/sign-in.js";
import { signUp } from "./ar/sign-up.js";
import { stepUp } from "./ar/step-up.js";
import { team } from "./ar/team.js";
import { twoFactor } from "./ar/two-factor.js";
import { userButton } from "./ar/user-button.js";
import { verifyEmail } from "./ar/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in Arabic. No native speaker has read them yet. The page has `dir="rtl"`.
 *
 * @example <AuthUI client={authClient} texts={arabic}>
 */
export const arabic: Language = {
  locale: "ar",
  common,
  errors,
  signIn,
  magicLink,
  emailCode,
  phone,
  signUp,
  password,
  verifyEmail,
  provider,
  picture,
  factor,
  account,
  accountDeleted,
  userButton,
  methods,
  stepUp,
  twoFactor,
  invitation,
  organization,
  team,
  admin,
  pricing,
  billing,
  seats,
  checkoutResult,
  apiKeys,
  device,
};
