import type { Language } from "./texts.js";
import { account } from "./zh/account.js";
import { accountDeleted } from "./zh/account-deleted.js";
import { admin } from "./zh/admin.js";
import { apiKeys } from "./zh/api-keys.js";
import { billing } from "./zh/billing.js";
import { checkoutResult } from "./zh/checkout-result.js";
import { common } from "./zh/common.js";
import { device } from "./zh/device.js";
import { emailCode } from "./zh/email-code.js";
import { errors } from "./zh/errors.js";
import { factor } from "./zh/factor.js";
import { invitation } from "./zh/invitation.js";
import { magicLink } from "./zh/magic-link.js";
import { methods } from "./zh/methods.js";
import { organization } from "./zh/organization.js";
import { password } from "./zh/password.js";
import { phone } from "./zh/phone.js";
import { picture } from "./zh/picture.js";
import { pricing } from "./zh/pricing.js";
import { provider } from "./zh/provider.js";
import { seats } from "./zh/seats.js";
import { signIn } from "./zh/sign-in.js";
import { signUp } from "./zh/sign-up.js";
import { stepUp } from "./zh/step-up.js";
import { team } from "./zh/team.js";
import { twoFactor } from "./zh/two-factor.js";
import { userButton } from "./zh/user-button.js";
import { verifyEmail } from "./zh/verify-email.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in Chinese in simplified characters. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={chinese}>
 */
export const chinese: Language = {
  locale: "zh",
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
