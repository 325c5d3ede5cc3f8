import { account } from "./de/account.js";
import { accountDeleted } from "./de/account-deleted.js";
import { admin } from "./de/admin.js";
import { apiKeys } from "./de/api-keys.js";
import { billing } from "./de/billing.js";
import { checkoutResult } from "./de/checkout-result.js";
import { common } from "./de/common.js";
import { device } from "./de/device.js";
import { emailCode } from "./de/email-code.js";
import { errors } from "./de/errors.js";
import { factor } from "./de/factor.js";
import { invitation } from "./de/invitation.js";
import { magicLink } from "./de/magic-link.js";
import { methods } from "./de/methods.js";
import { organization } from "./de/organization.js";
import { password } from "./de/password.js";
import { phone } from "./de/phone.js";
import { picture } from "./de/picture.js";
import { pricing } from "./de/pricing.js";
import { provider } from "./de/provider.js";
import { seats } from "./de/seats.js";
import { signIn } from "./de/sign-in.js";
import { signUp } from "./de/sign-up.js";
import { stepUp } from "./de/step-up.js";
import { team } from "./de/team.js";
import { twoFactor } from "./de/two-factor.js";
import { userButton } from "./de/user-button.js";
import { verifyEmail } from "./de/verify-email.js";
import type { Language } from "./texts.js";

// Named here too, for apps that infer types.
export type { Language };

/**
 * All texts in German. No native speaker has read them yet.
 *
 * @example <AuthUI client={authClient} texts={german}>
 */
export const german: Language = {
  locale: "de",
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
