import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { devices } from "@keyhold/devices";
import { magicLink } from "@keyhold/magic-link";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, expect, test } from "vitest";

/*
 * A token of one purpose at the route of each other purpose, e.g. the state of a social sign-in as the token of a link
 * (GHSA-965c-763c-88jm): no route takes it, no user, account or session changes, and the token still works at its own route.
 */

const email = "ada@example.com";
const password = "a right password";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

/** Ada, signed in, with a token of each purpose. */
async function open() {
  const { clientId, clientSecret, fetch } = idp;
  const fixture = createTestAuth({
    plugins: [
      magicLink(),
      oneTimeToken(),
      organization({ requireEmailVerificationToInvite: false }),
      devices(),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
    ],
    config: {
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
      emailVerification: { autoSignIn: true },
      rateLimit: { enabled: false },
    },
  });
  idp.useClock(fixture.clock.now);
  const { auth, mailbox, visit } = fixture;
  const ada = await fixture.signUp(email, { password });
  async function tokenIn(kind: string, to = email): Promise<string> {
    await auth.idle();
    const message = mailbox.messages.findLast((sent) => sent.kind === kind && sent.to === to);
    if (!message || !("token" in message)) throw new Error(`No email of the kind ${kind}.`);
    return String(message.token);
  }
  const newBrowser = () => visit().browser;
  const kinds: Readonly<Record<string, () => Promise<string>>> = {
    link: async () => {
      await newBrowser().post("/sign-in/magic-link", { email });
      return tokenIn("magic-link.sign-in");
    },
    "verification of an address": async () => {
      await newBrowser().post("/send-verification-email", { email });
      return tokenIn("verify-email");
    },
    reset: async () => {
      await newBrowser().post("/request-password-reset", { email });
      return tokenIn("reset-password");
    },
    deletion: async () => {
      await ada.browser.post("/delete-user", { password });
      return tokenIn("delete-account");
    },
    "one-time token": async () => (await (await ada.browser.post("/one-time-token/generate", {})).json()).token,
    "report of a device": async () => {
      await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
      await newBrowser().post("/sign-in/email", { email, password });
      return tokenIn("devices.new-device");
    },
    "state of a social sign-in": async () => {
      const answer = await newBrowser().post("/sign-in/social", { provider: "google", callbackURL: "/in" });
      return new URL((await answer.json()).url).searchParams.get("state") ?? "";
    },
    invitation: async () => {
      await ada.browser.post("/organization/create", { name: "Tea", slug: "tea" });
      const invited = await ada.browser.post("/organization/invite-member", {
        email: "eve@example.com",
        role: "member",
      });
      return (await invited.json()).id;
    },
  };
  return { ...fixture, ada, kinds };
}

const newPassword = "another long password";

/** The route of each purpose, and its input with a token. The state of a social sign-in is of its callback. */
const routes: Readonly<Record<string, readonly [path: string, input: (token: string) => object]>> = {
  link: ["/magic-link/verify", (token) => ({ token })],
  "verification of an address": ["/verify-email", (token) => ({ token })],
  reset: ["/reset-password", (token) => ({ token, newPassword })],
  deletion: ["/delete-user/callback", (token) => ({ token })],
  "one-time token": ["/one-time-token/verify", (token) => ({ token })],
  "report of a device": ["/devices/report", (token) => ({ token })],
  "undo of a change of address": ["/undo-email-change", (token) => ({ token })],
  invitation: ["/organization/accept-invitation", (invitationId) => ({ invitationId })],
};

const names = [
  ...["link", "verification of an address", "reset", "deletion", "one-time token", "report of a device"],
  ...["state of a social sign-in", "invitation"],
];
const pairs = names.flatMap((name) =>
  Object.keys(routes).flatMap((route) => (route === name ? [] : [[name, route] as const])),
);

test.each(pairs)('a token of the purpose "%s" does nothing at the route of the purpose "%s"', async (name, route) => {
  const { ada, auth, db, kinds } = await open();
  const token = (await kinds[name]?.()) ?? "";
  expect(token.length).toBeGreaterThan(10);
  await auth.idle();
  const rows = () =>
    Promise.all(
      [userModel, accountModel, sessionModel].map((model) =>
        db.list(model as typeof userModel, {}, { orderBy: "id", limit: 100 }),
      ),
    );
  const before = await rows();
  const [path, input] = routes[route] ?? expect.fail();
  const answer = await ada.browser.post(path, input(token));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await rows()).toEqual(before);
  const own = routes[name];
  // Ada is not the recipient of the invitation, and the state of a social sign-in has a callback in place of a route.
  if (own && name !== "invitation") expect((await ada.browser.post(own[0], own[1](token))).status).toBe(200);
});

test.each(names.filter((name) => name !== "state of a social sign-in"))(
  'a token of the purpose "%s" is no state of a social sign-in',
  async (name) => {
    const { auth, db, kinds, visit } = await open();
    const token = (await kinds[name]?.()) ?? "";
    await auth.idle();
    const before = await db.count(sessionModel, {});
    const { browser, client } = visit();
    const query = new URLSearchParams({ state: token, code: "a code" });
    const answer = await browser.fetch(`/callback/google?${query}`, { redirect: "manual" });
    expect(answer.headers.get("location")).toContain("error=");
    expect([await db.count(sessionModel, {}), (await client.getSession()).data]).toEqual([before, null]);
  },
);
