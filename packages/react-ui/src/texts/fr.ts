import { account } from "./fr/account.js";
import { accountDeleted } from "./fr/account-deleted.js";
import { admin } from "./fr/admin.js";
import { apiKeys } from "./fr/api-keys.js";
import { billing } from "./fr/billing.js";
import { checkoutResult } from "./fr/checkout-result.js";
import { common } from "./fr/common.js";
import { device } from "./fr/device.js";
import { emailCode } from "./fr/email-code.js";
import { errors } from "./fr/errors.js";
import { factor } from "./fr/factor.js";
import { invitation } from "./fr/invitation.js";
import { magicLink } from "./fr/magic-link.js";
import { methods } from "./fr/methods.js";
import { organization } from "./fr/organization.js";
import { password } from "./fr/password.js";
import { phone } from "./fr/phone.js";
import { picture } from "./fr/picture.js";
import { pricing } from "./fr/pricing.js";
import { provider } from "./fr/provider.js";
import { seats } from "./fr/seats.js";
import { signIn } from "./fr/sign-in.js";
import { signUp } from "./fr/sign-up.js";
import { stepUp } from "./fr/step-up.js";
import { team } from "./fr/team.js";
import { twoFactor } from "./fr/two-factor.js";
import { userButton } from "./fr/user-button.js";
import { verifyEmail } from "./fr/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in French. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={french}>
 */
export const french: Language = {
  locale: "fr",
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
