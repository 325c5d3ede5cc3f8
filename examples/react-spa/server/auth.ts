import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { keepCart } from "./cart/keep-cart.ts";
import { cart } from "./cart/models.ts";
import { database } from "./database.ts";
import { emailSignIn } from "./emails/email-sign-in.ts";
import { mail } from "./emails/mail.ts";
import { limits } from "./limits.ts";
import { sendMessage } from "./phones/send-message.ts";
import { providers } from "./providers.ts";
import { baseURL, secret, webhookSecret } from "./settings.ts";
import { handlers } from "./shop/handlers.ts";
import { shop } from "./shop/models.ts";
import { payments } from "./shop/payments.ts";
import { recordEvent } from "./shop/record-event.ts";

export const auth = createAuth({
  appName: "Keyhold example",
  baseURL,
  errorURL: "/sign-in?provider=",
  secret,
  database,
  mail,
  emailAndPassword: { enabled: true },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  // A device that a user has approved sends its token so.
  session: { bearer: true },
  rateLimit: { limits },
  plugins: [
    publicOptions(),
    username(),
    social({ providers, encryptTokens: true, linking: { allowDifferentEmails: true } }),
    // Users of the example may invite without a verified email address, and each guest is a member of the tea shop; an
    // app keeps the defaults.
    organization({ requireEmailVerificationToInvite: false, membershipLimit: 10_000 }),
    teams({ defaultTeam: false, allowRemovingAllTeams: true }),
    admin(),
    magicLink({ withCode: true, confirmPage: "/magic-link" }),
    emailOtp(),
    phoneNumber({ allowedCountries: ["AT", "CH", "DE", "ES", "FR", "GB", "JP", "US"], sendMessage }),
    anonymous(),
    multiSession(),
    passkey(),
    apiKey({ prefix: "tea", statements: { goods: ["read"] }, limit: { max: 60, windowSeconds: 60 } }),
    deviceAuthorization({ clients: { "tea-cli": { name: "Tea CLI", scopes: ["goods"] } } }),
    shop,
    cart,
    // The page of webhooks shows payloads to the merchant's administrators.
    billing({ webhook: { secret: webhookSecret, handlers, keepBodies: "all" }, ...payments }),
    twoFactor({
      recovery: { delaySeconds: 3600 },
      // Users of one domain must have a second factor, to show that; an app asks for a role, or for all users.
      require: ({ email }) => email.endsWith("@strict.example.com"),
    }),
  ],
  hooks: { "anonymous.merge": keepCart },
  onEvent: (event) => {
    if (event.type === "session.created") emailSignIn(event);
    return recordEvent(event);
  },
});
