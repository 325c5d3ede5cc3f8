import { account } from "./pt/account.js";
import { accountDeleted } from "./pt/account-deleted.js";
import { admin } from "./pt/admin.js";
import { apiKeys } from "./pt/api-keys.js";
import { billing } from "./pt/billing.js";
import { checkoutResult } from "./pt/checkout-result.js";
import { common } from "./pt/common.js";
import { device } from "./pt/device.js";
import { emailCode } from "./pt/email-code.js";
import { errors } from "./pt/errors.js";
import { factor } from "./pt/factor.js";
import { invitation } from "./pt/invitation.js";
import { magicLink } from "./pt/magic-link.js";
import { methods } from "./pt/methods.js";
import { organization } from "./pt/organization.js";
import { password } from "./pt/password.js";
import { phone } from "./pt/phone.js";
import { picture } from "./pt/picture.js";
import { pricing } from "./pt/pricing.js";
import { provider } from "./pt/provider.js";
import { seats } from "./pt/seats.js";
import { signIn } from "./pt/sign-in.js";
import { signUp } from "./pt/sign-up.js";
import { stepUp } from "./pt/step-up.js";
import { team } from "./pt/team.js";
import { twoFactor } from "./pt/two-factor.js";
import { userButton } from "./pt/user-button.js";
import { verifyEmail } from "./pt/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in Portuguese, as in Brazil. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={portuguese}>
 */
export const portuguese: Language = {
  locale: "pt",
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
