import { account } from "./ja/account.js";
import { accountDeleted } from "./ja/account-deleted.js";
import { admin } from "./ja/admin.js";
import { apiKeys } from "./ja/api-keys.js";
import { billing } from "./ja/billing.js";
import { checkoutResult } from "./ja/checkout-result.js";
import { common } from "./ja/common.js";
import { device } from "./ja/device.js";
import { emailCode } from "./ja/email-code.js";
import { errors } from "./ja/errors.js";
import { factor } from "./ja/factor.js";
import { invitation } from "./ja/invitation.js";
import { magicLink } from "./ja/magic-link.js";
import { methods } from "./ja/methods.js";
import { organization } from "./ja/organization.js";
import { password } from "./ja/password.js";
import { phone } from "./ja/phone.js";
import { picture } from "./ja/picture.js";
import { pricing } from "./ja/pricing.js";
import { provider } from "./ja/provider.js";
import { seats } from "./ja/seats.js";
import { signIn } from "./ja/sign-in.js";
import { signUp } from "./ja/sign-up.js";
import { stepUp } from "./ja/step-up.js";
import { team } from "./ja/team.js";
import { twoFactor } from "./ja/two-factor.js";
import { userButton } from "./ja/user-button.js";
import { verifyEmail } from "./ja/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in Japanese. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={japanese}>
 */
export const japanese: Language = {
  locale: "ja",
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
