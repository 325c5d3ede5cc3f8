import { admin, adminRoles } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing, billingHandlers } from "@keyhold/billing";
import { defineErrors } from "@keyhold/core";
import { type AnyPlugin, defineModel, definePlugin, endpointsFor, ok, text } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { emailOtp } from "@keyhold/email-otp";
import { jwt } from "@keyhold/jwt";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { twoFactor } from "@keyhold/two-factor";
import { handlers as purchaseHandlers, purchases } from "../../../examples/billing-webhooks/handlers.ts";

export { creditOf, orderModel, subscriptionModel } from "../../../examples/billing-webhooks/handlers.ts";

/** The text messages of this process. */
export const sentMessages: SentMessage[] = [];
const sendMessage = (message: SentMessage): void => void sentMessages.push(message);
const unlimited = { windowSeconds: 3600, max: 1_000_000 };

export const webhookSecret = "of the provider, for this test";

/** The effects of handlers: one row per run. */
export const effectModel = defineModel("effect", {
  id: text().initially(() => crypto.randomUUID()),
  eventId: text().indexed(),
  handler: text(),
});

const handlers = billingHandlers()
  .on("refund.created", (_, { id: eventId, commit }) =>
    commit(async (tx) => {
      await tx.db.insert(effectModel, { eventId, handler: "committed" });
    }),
  )
  .on("refund.*", async (_, { id: eventId, auth }) => {
    await auth.db.insert(effectModel, { eventId, handler: "by itself" });
  })
  .on("*", (_, { id: eventId, commit }) =>
    commit(async (tx) => {
      await tx.db.insert(effectModel, { eventId, handler: "committed last" });
    }),
  );

/** A route for keys alone. */
const keyedRoute = definePlugin({
  id: "keyed",
  endpoints: {
    keyed: endpointsFor(defineErrors({}))({
      route: "GET /keyed",
      access: "optional",
      requires: { principal: { kinds: ["api-key"] } },
      doc: "Answers to a key.",
      input: z.object({}),
      output: z.object({}),
      handle: () => ok({}),
    }),
  },
});

/** The plugins of a race, the same in all processes. */
export const racePlugins: Readonly<
  Record<
    | "core"
    | "organizations"
    | "admins"
    | "webhooks"
    | "mirror"
    | "purchases"
    | "factors"
    | "passkeys"
    | "phones"
    | "browsers"
    | "devices"
    | "links"
    | "guests"
    | "codes"
    | "tokens"
    | "keys",
    () => readonly AnyPlugin[]
  >
> = {
  core: () => [],
  organizations: () => [
    organization({
      organizationLimit: 3,
      membershipLimit: 4,
      requireEmailVerificationOnInvitation: false,
      requireEmailVerificationToInvite: false,
    }),
    teams({ maximumTeams: 3 }),
  ],
  webhooks: () => [
    billing({ webhook: { secret: webhookSecret, handlers } }),
    definePlugin({ id: "effects", models: [effectModel] }),
  ],
  mirror: () => [
    billing({ webhook: { secret: webhookSecret, handlers }, mirror: true }),
    definePlugin({ id: "effects", models: [effectModel] }),
  ],
  purchases: () => [purchases, billing({ webhook: { secret: webhookSecret, handlers: purchaseHandlers } })],
  // The budgets of guesses are not raced here.
  factors: () => [twoFactor({ guesses: { windowSeconds: 1, max: 1_000_000 } })],
  passkeys: () => [passkey()],
  links: () => [magicLink()],
  guests: () => [anonymous()],
  codes: () => [emailOtp()],
  phones: () => [phoneNumber({ allowedCountries: ["DE"], sendMessage, perApp: unlimited, perCountry: unlimited })],
  tokens: () => [jwt()],
  keys: () => [
    apiKey({ maxPerUser: 5, configIds: ["default", "personal"], personalConfigIds: ["personal"] }),
    admin(),
    organization(),
    keyedRoute,
  ],
  browsers: () => [multiSession(), oneTimeToken()],
  devices: () => [deviceAuthorization({ clients: { cli: { name: "Example CLI" } } })],
  admins: () => [admin({ roles: { ...adminRoles, support: { user: ["impersonate"] } } })],
};
