import { defineErrors } from "@keyhold/core";
import { type AnyPlugin, defineModel, definePlugin, endpointsFor, ok, text } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { SentMessage } from "@keyhold/phone-number";

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

async function webhook() {
  const { billingHandlers } = await import("@keyhold/billing");
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
  return { secret: webhookSecret, handlers };
}

/** Of the service that reports leaked keys. */
export const leakReportSecret = "a secret of the scanner and the app of a race";

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

type RaceName =
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
  | "marks"
  | "natives"
  | "links"
  | "guests"
  | "codes"
  | "tokens"
  | "keys"
  | "limited keys";

/**
 * The plugins of a race, equal in all processes. A process loads the plugins of its race only: many are started, and some
 * are killed at once.
 */
export const racePlugins: Readonly<Record<RaceName, () => Promise<readonly AnyPlugin[]>>> = {
  core: async () => [],
  async organizations() {
    const [{ organization }, { teams }] = await Promise.all([
      import("@keyhold/organization"),
      import("@keyhold/organization/teams"),
    ]);
    return [
      organization({
        organizationLimit: 3,
        membershipLimit: 4,
        requireEmailVerificationOnInvitation: false,
        requireEmailVerificationToInvite: false,
      }),
      teams({ maximumTeams: 3 }),
    ];
  },
  async webhooks() {
    const { billing } = await import("@keyhold/billing");
    return [billing({ webhook: await webhook() }), definePlugin({ id: "effects", models: [effectModel] })];
  },
  async mirror() {
    const { billing } = await import("@keyhold/billing");
    return [
      billing({ webhook: await webhook(), mirror: true }),
      definePlugin({ id: "effects", models: [effectModel] }),
    ];
  },
  async purchases() {
    const { billing } = await import("@keyhold/billing");
    const { handlers, purchases } = await import("./race-purchases.ts");
    return [purchases, billing({ webhook: { secret: webhookSecret, handlers } })];
  },
  async factors() {
    const { twoFactor } = await import("@keyhold/two-factor");
    // The budgets of guesses are not raced here.
    return [twoFactor({ guesses: { windowSeconds: 1, max: 1_000_000 } })];
  },
  passkeys: async () => [(await import("@keyhold/passkey")).passkey()],
  links: async () => [(await import("@keyhold/magic-link")).magicLink()],
  guests: async () => [(await import("@keyhold/anonymous")).anonymous()],
  codes: async () => [(await import("@keyhold/email-otp")).emailOtp()],
  async phones() {
    const { phoneNumber } = await import("@keyhold/phone-number");
    return [phoneNumber({ allowedCountries: ["DE"], sendMessage, perApp: unlimited, perCountry: unlimited })];
  },
  tokens: async () => [(await import("@keyhold/jwt")).jwt()],
  async keys() {
    const { apiKey } = await import("@keyhold/api-key");
    const { admin } = await import("@keyhold/admin");
    const { organization } = await import("@keyhold/organization");
    const configs = { configIds: ["default", "personal"], personalConfigIds: ["personal"] };
    const keys = apiKey({ maxPerUser: 5, leakReportSecret, ...configs });
    return [keys, admin(), organization(), keyedRoute];
  },
  async "limited keys"() {
    const { apiKey } = await import("@keyhold/api-key");
    const [limit, ownerLimit] = [5, 7].map((max) => ({ max, windowSeconds: 86_400 }));
    return [apiKey({ limit, ownerLimit }), keyedRoute];
  },
  async browsers() {
    const { multiSession } = await import("@keyhold/multi-session");
    const { oneTimeToken } = await import("@keyhold/one-time-token");
    return [multiSession(), oneTimeToken()];
  },
  async devices() {
    const { deviceAuthorization } = await import("@keyhold/device-authorization");
    return [deviceAuthorization({ clients: { cli: { name: "Example CLI" } } })];
  },
  marks: async () => [(await import("@keyhold/devices")).devices()],
  async natives() {
    const { nativeApps } = await import("@keyhold/native");
    return [nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } })];
  },
  async admins() {
    const { admin, adminRoles } = await import("@keyhold/admin");
    return [admin({ roles: { ...adminRoles, support: { user: ["impersonate"] } } })];
  },
};
