import type { account } from "./en/account.js";
import type { accountDeleted } from "./en/account-deleted.js";
import type { admin } from "./en/admin.js";
import type { apiKeys } from "./en/api-keys.js";
import type { billing } from "./en/billing.js";
import type { checkoutResult } from "./en/checkout-result.js";
import type { common } from "./en/common.js";
import type { device } from "./en/device.js";
import type { emailCode } from "./en/email-code.js";
import type { errors } from "./en/errors.js";
import type { factor } from "./en/factor.js";
import type { invitation } from "./en/invitation.js";
import type { magicLink } from "./en/magic-link.js";
import type { methods } from "./en/methods.js";
import type { organization } from "./en/organization.js";
import type { password } from "./en/password.js";
import type { phone } from "./en/phone.js";
import type { picture } from "./en/picture.js";
import type { pricing } from "./en/pricing.js";
import type { provider } from "./en/provider.js";
import type { seats } from "./en/seats.js";
import type { signIn } from "./en/sign-in.js";
import type { signUp } from "./en/sign-up.js";
import type { stepUp } from "./en/step-up.js";
import type { team } from "./en/team.js";
import type { twoFactor } from "./en/two-factor.js";
import type { userButton } from "./en/user-button.js";
import type { verifyEmail } from "./en/verify-email.js";

/** All texts of the screens, by section. English is in each screen; another language is an object of this type. */
export interface Texts {
  readonly common: typeof common;
  readonly errors: typeof errors;
  readonly signIn: typeof signIn;
  readonly magicLink: typeof magicLink;
  readonly emailCode: typeof emailCode;
  readonly phone: typeof phone;
  readonly signUp: typeof signUp;
  readonly password: typeof password;
  readonly verifyEmail: typeof verifyEmail;
  readonly provider: typeof provider;
  readonly picture: typeof picture;
  readonly factor: typeof factor;
  readonly account: typeof account;
  readonly accountDeleted: typeof accountDeleted;
  readonly methods: typeof methods;
  readonly stepUp: typeof stepUp;
  readonly twoFactor: typeof twoFactor;
  readonly userButton: typeof userButton;
  readonly invitation: typeof invitation;
  readonly organization: typeof organization;
  readonly team: typeof team;
  readonly admin: typeof admin;
  readonly pricing: typeof pricing;
  readonly billing: typeof billing;
  readonly seats: typeof seats;
  readonly checkoutResult: typeof checkoutResult;
  readonly apiKeys: typeof apiKeys;
  readonly device: typeof device;
}

/** Texts in place of the English texts: whole sections, or single texts. */
export type GivenTexts = { readonly [Section in keyof Texts]?: Partial<Texts[Section]> } & {
  /** The language (BCP 47), e.g. "de". */
  readonly locale?: string;
};

/** A language: all texts, and the name of the language (BCP 47). */
export interface Language extends Texts {
  readonly locale: string;
}
