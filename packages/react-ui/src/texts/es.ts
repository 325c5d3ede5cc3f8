import { account } from "./es/account.js";
import { accountDeleted } from "./es/account-deleted.js";
import { admin } from "./es/admin.js";
import { apiKeys } from "./es/api-keys.js";
import { billing } from "./es/billing.js";
import { checkoutResult } from "./es/checkout-result.js";
import { common } from "./es/common.js";
import { device } from "./es/device.js";
import { emailCode } from "./es/email-code.js";
import { errors } from "./es/errors.js";
import { factor } from "./es/factor.js";
import { invitation } from "./es/invitation.js";
import { magicLink } from "./es/magic-link.js";
import { methods } from "./es/methods.js";
import { organization } from "./es/organization.js";
import { password } from "./es/password.js";
import { phone } from "./es/phone.js";
import { picture } from "./es/picture.js";
import { pricing } from "./es/pricing.js";
import { provider } from "./es/provider.js";
import { seats } from "./es/seats.js";
import { signIn } from "./es/sign-in.js";
import { signUp } from "./es/sign-up.js";
import { stepUp } from "./es/step-up.js";
import { team } from "./es/team.js";
import { twoFactor } from "./es/two-factor.js";
import { userButton } from "./es/user-button.js";
import { verifyEmail } from "./es/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in Spanish. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={spanish}>
 */
export const spanish: Language = {
  locale: "es",
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
