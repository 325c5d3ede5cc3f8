import { memory } from "@keyhold/adapter-memory";
import { outboxModel } from "@keyhold/core/outbox";
import { userModel } from "@keyhold/core/plugin";
import { discord } from "@keyhold/social/discord";
import { gitlab } from "@keyhold/social/gitlab";
import { google } from "@keyhold/social/google";
import { linkedin } from "@keyhold/social/linkedin";
import { oidc } from "@keyhold/social/oidc";
import { tokenRevocation } from "@keyhold/social/revocation";
import { roblox } from "@keyhold/social/roblox";
import { dialects, type Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { callsOf } from "./calls.ts";
import { accountAt, ann, come, type Fixture, openFixture, openSocial } from "./fixture.ts";
import { appleUser, appSignIn, bundleId, codeOf, deletion, openApple, storedTokens } from "./native-apple.ts";

const idp = useIdentityProvider();
const revocations = () => callsOf(idp(), "revocation");
const entriesOf = ({ db }: Pick<Fixture, "db">) => db.list(outboxModel, {}, { orderBy: "id", limit: 100 });

const linked = { status: 200, code: null };

/** Runs what is due, after a pause. */
async function workLater({ auth, clock }: Pick<Fixture, "auth" | "clock">, pause: { minutes: number }): Promise<void> {
  clock.forward(pause);
  await auth.api.work();
  await auth.idle();
}

/** Signs up in the app of Apple's platforms. Answers the refresh token. */
async function signUpInApp(flow: Fixture, person: Person): Promise<string> {
  await appSignIn(idp(), flow, person, { authorizationCode: codeOf(idp(), person) });
  return (await storedTokens(flow, person)).refreshToken ?? expect.fail();
}

async function deleteUser({ browser, auth }: Pick<Fixture, "browser" | "auth">): Promise<number> {
  const { status } = await browser.post("/delete-user", {});
  await auth.idle();
  return status;
}

describe("a deleted user's tokens at Apple", () => {
  test("are revoked by the client that got them", async () => {
    const flow = openApple(idp());
    const refreshToken = await signUpInApp(flow, appleUser("app"));
    const before = revocations().length;
    expect(await deleteUser(flow)).toBe(200);
    const [call, ...others] = revocations().slice(before);
    expect(others).toEqual([]);
    expect(Object.fromEntries(call?.form ?? [])).toEqual({
      token: refreshToken,
      token_type_hint: "refresh_token",
      client_id: bundleId,
      client_secret: expect.any(String),
    });
    expect(idp().isValid(refreshToken)).toBe(false);
    expect(await flow.db.count(userModel, {})).toBe(0);
    expect(await entriesOf(flow)).toEqual([]);
    expect(flow.logged).toEqual([]);
  });

  test("are revoked after a sign-in on the website, also if they are stored encrypted", async () => {
    const flow = openApple(idp(), {}, { encryptTokens: true });
    await travel(idp(), flow, { provider: "apple" }, { as: appleUser("web") });
    const before = revocations().length;
    expect(await deleteUser(flow)).toBe(200);
    const { form } = revocations()[before] ?? expect.fail();
    expect(form.get("client_id")).toBe(idp().clientId);
    expect(idp().isValid(form.get("token") ?? "")).toBe(false);
  });

  test.each([
    ["/sign-in/social", false],
    ["/sign-in/social", true],
    ["/link-social", false],
  ] as const)(
    "are of the website, although the app has sent a token without a refresh token to %s since, encrypted: %j",
    async (path, encryptTokens) => {
      const flow = openApple(idp(), {}, { encryptTokens });
      const person = appleUser(`both${path.length}${encryptTokens}`);
      await travel(idp(), flow, { provider: "apple" }, { as: person });
      const stored = await accountAt(flow, "apple", person.subject);
      expect(await appSignIn(idp(), flow, person, { accessToken: "of-the-app" }, path)).toMatchObject({ status: 200 });
      const { accessToken, refreshToken, idToken } = await accountAt(flow, "apple", person.subject);
      expect({ accessToken, refreshToken, idToken }).toEqual({
        accessToken: stored.accessToken,
        refreshToken: stored.refreshToken,
        idToken: stored.idToken,
      });
      const before = revocations().length;
      expect(await deleteUser(flow)).toBe(200);
      const { form } = revocations()[before] ?? expect.fail();
      expect([form.get("token_type_hint"), form.get("client_id")]).toEqual(["refresh_token", idp().clientId]);
      expect(idp().isValid(form.get("token") ?? "")).toBe(false);
      expect(await entriesOf(flow)).toEqual([]);
    },
  );

  test("are of the app, if its code gave a refresh token after the website's", async () => {
    const flow = openApple(idp());
    const person = appleUser("later");
    await travel(idp(), flow, { provider: "apple" }, { as: person });
    const { refreshToken: ofWebsite } = await storedTokens(flow, person);
    const ofApp = await signUpInApp(flow, person);
    expect(ofApp).not.toBe(ofWebsite);
    const before = revocations().length;
    expect(await deleteUser(flow)).toBe(200);
    const { form } = revocations()[before] ?? expect.fail();
    expect([form.get("token"), form.get("client_id")]).toEqual([ofApp, bundleId]);
  });

  test("are in the outbox, encrypted, while Apple is away for an hour", async () => {
    const flow = openApple(idp());
    const refreshToken = await signUpInApp(flow, appleUser("away"));
    idp().fail({ answers: { revocation: { status: 503, text: "" } } });
    expect(await deleteUser(flow)).toBe(200);
    expect(await flow.db.count(userModel, {})).toBe(0);
    for (let minutes = 0; minutes < 60; minutes += 20) await workLater(flow, { minutes: 20 });
    const [entry, ...others] = await entriesOf(flow);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: "social.revoke-token", state: "pending", owner: null });
    expect(JSON.stringify(entry)).not.toContain(refreshToken);
    expect(idp().isValid(refreshToken)).toBe(true);
    idp().recover();
    await workLater(flow, { minutes: 61 });
    expect(idp().isValid(refreshToken)).toBe(false);
    expect(await entriesOf(flow)).toEqual([]);
  });

  test("are revoked by another process if the first process has ended", async () => {
    const config = { database: memory(), ...deletion };
    const flow = openApple(idp(), {}, { config });
    const refreshToken = await signUpInApp(flow, appleUser("crash"));
    idp().fail({ answers: { revocation: { status: 503, text: "" } } });
    await deleteUser(flow);
    expect(idp().isValid(refreshToken)).toBe(true);
    idp().recover();
    const next = openApple(idp(), {}, { config });
    await workLater(next, { minutes: 5 });
    expect(idp().isValid(refreshToken)).toBe(false);
    expect(await entriesOf(next)).toEqual([]);
  });

  test.each([
    ["503", { status: 503, text: "" }],
    ["429 and an error", { status: 429, json: { error: "slow_down" } }],
    ["invalid_client, as the secret has expired", { status: 400, json: { error: "invalid_client" } }],
    ["a redirect", { redirectTo: "https://evil.example" }],
  ])("are revoked by a later attempt after %s", async (_, fault) => {
    const flow = openApple(idp());
    const refreshToken = await signUpInApp(flow, appleUser("later"));
    idp().fail({ answers: { revocation: fault } });
    await deleteUser(flow);
    expect(await entriesOf(flow)).toMatchObject([{ state: "pending", attempts: 1 }]);
    idp().recover();
    await workLater(flow, { minutes: 1 });
    expect(idp().isValid(refreshToken)).toBe(false);
    expect(await entriesOf(flow)).toEqual([]);
  });

  test("are revoked although the answer of Apple is lost", async () => {
    const flow = openApple(idp());
    const refreshToken = await signUpInApp(flow, appleUser("lost"));
    const before = revocations().length;
    idp().fail({ answers: { revocation: { hangsUp: true } } });
    await deleteUser(flow);
    expect([idp().isValid(refreshToken), (await entriesOf(flow)).length]).toEqual([false, 1]);
    idp().recover();
    await workLater(flow, { minutes: 1 });
    expect([revocations().length - before, await entriesOf(flow)]).toEqual([2, []]);
  });

  test("that are not valid any more end the entry: 400 invalid_token", async () => {
    const flow = openApple(idp());
    await signUpInApp(flow, appleUser("ended"));
    idp().fail({ answers: { revocation: { status: 400, json: { error: "invalid_token" } } } });
    await deleteUser(flow);
    expect(await entriesOf(flow)).toEqual([]);
  });

  test.each(["invalid_request", "invalid_grant", "unsupported_token_type"])(
    "fail for good after %s, and an administrator can see it",
    async (error) => {
      const flow = openApple(idp());
      const refreshToken = await signUpInApp(flow, appleUser("final"));
      idp().fail({ answers: { revocation: { status: 400, json: { error } } } });
      await deleteUser(flow);
      const message = `The revocation endpoint of Apple answered 400 with ${error}.`;
      expect(await entriesOf(flow)).toMatchObject([{ state: "failed", lastError: message }]);
      expect(JSON.stringify([flow.logged, flow.events])).not.toContain(refreshToken);
    },
  );

  test("are not revoked if the user has signed up again meanwhile", async () => {
    const flow = openApple(idp());
    const person = appleUser("back");
    await signUpInApp(flow, person);
    idp().fail({ answers: { revocation: { status: 503, text: "" } } });
    await deleteUser(flow);
    idp().recover();
    const refreshToken = await signUpInApp(flow, person);
    await workLater(flow, { minutes: 5 });
    expect(await entriesOf(flow)).toEqual([]);
    expect(idp().isValid(refreshToken)).toBe(true);
  });

  test("stay valid with `revocation: null`, and the auth has no outbox", async () => {
    const flow = openApple(idp(), { revocation: null });
    const refreshToken = await signUpInApp(flow, appleUser("off"));
    const before = revocations().length;
    expect(await deleteUser(flow)).toBe(200);
    expect(revocations()).toHaveLength(before);
    expect(idp().isValid(refreshToken)).toBe(true);
    expect(flow.auth.schema.models.has("outbox")).toBe(false);
  });

  test("are not asked for if the user signed in by an ID token alone", async () => {
    const flow = openApple(idp());
    await appSignIn(idp(), flow, appleUser("alone"));
    const before = revocations().length;
    expect(await deleteUser(flow)).toBe(200);
    expect([revocations().length - before, await entriesOf(flow)]).toEqual([0, []]);
  });
});

describe("an unlinked account's tokens", () => {
  test("are revoked", async () => {
    const flow = openApple(idp());
    const person = appleUser("unlink");
    const owner = await flow.signUp(person.email ?? "");
    await appSignIn(idp(), owner, person, { authorizationCode: codeOf(idp(), person) }, "/link-social");
    const { refreshToken } = await storedTokens(flow, person);
    expect((await owner.browser.post("/unlink-account", { providerId: "apple" })).status).toBe(200);
    await flow.auth.idle();
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
  });

  test("are revoked when the owner of the mailbox claims an account that was never verified", async () => {
    const flow = openApple(idp());
    const person = { ...appleUser("claimed"), emailVerified: false };
    const attacker = await flow.signUp(person.email ?? "");
    const authorizationCode = codeOf(idp(), person);
    expect(await appSignIn(idp(), attacker, person, { authorizationCode }, "/link-social")).toMatchObject(linked);
    const { refreshToken } = await storedTokens(flow, person);
    await flow.auth.idle();
    await flow.visit().browser.post("/forget-password", { email: person.email, redirectTo: "/new" });
    const { token } = await flow.mailbox.waitFor(person.email ?? "", { kind: "reset-password" });
    const reset = { token, newPassword: "the owner's password" };
    expect((await flow.visit().browser.post("/reset-password", reset)).status).toBe(200);
    await flow.auth.idle();
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
  });

  test("are revoked when the owner of an earlier address undoes a change of address", async () => {
    const flow = openApple(
      idp(),
      {},
      { linking: { allowDifferentEmails: true }, config: { user: { changeEmail: { enabled: true } } } },
    );
    const person = appleUser("thief");
    const thief = await flow.signUp("owner@example.com");
    await flow.db.update(userModel, thief.user.id, { emailVerified: true });
    await thief.browser.post("/change-email", { newEmail: person.email });
    const { url } = await flow.mailbox.waitFor("owner@example.com", { kind: "confirm-email-change" });
    await thief.browser.follow(new URL(url));
    flow.clock.forward({ seconds: 1 });
    const authorizationCode = codeOf(idp(), person);
    expect(await appSignIn(idp(), thief, person, { authorizationCode }, "/link-social")).toMatchObject(linked);
    const { refreshToken } = await storedTokens(flow, person);
    const email = await flow.mailbox.waitFor("owner@example.com", { kind: "email-changed" });
    const token = new URL(email.url).searchParams.get("token");
    expect((await flow.visit().browser.post("/undo-email-change", { token })).status).toBeLessThan(400);
    await flow.auth.idle();
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
  });

  test("stay valid if the account is not unlinked", async () => {
    const flow = openApple(idp());
    const refreshToken = await signUpInApp(flow, appleUser("last"));
    expect((await flow.browser.post("/unlink-account", { providerId: "apple" })).status).toBe(400);
    await flow.auth.idle();
    expect(idp().isValid(refreshToken)).toBe(true);
    expect(await entriesOf(flow)).toEqual([]);
  });
});

describe("other providers", () => {
  test("revoke tokens only with the option", async () => {
    const before = revocations().length;
    const flow = openFixture(idp(), { config: deletion });
    await come(idp(), flow);
    expect(await deleteUser(flow)).toBe(200);
    expect(revocations()).toHaveLength(before);
    const revoking = openFixture(idp(), { google: { revocation: tokenRevocation }, config: deletion });
    await come(idp(), revoking);
    const { refreshToken } = await accountAt(revoking, "google", ann.subject);
    expect(await deleteUser(revoking)).toBe(200);
    expect(revocations()[before]).toMatchObject({ url: "https://oauth2.googleapis.com/revoke" });
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
  });

  test("revoke a valid access token if there is no refresh token, and no expired token", async () => {
    const { clientId, clientSecret } = idp();
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, expires_in: 60 }) });
    for (const minutes of [0, 2]) {
      const flow = openSocial(idp(), [google({ clientId, clientSecret, revocation: tokenRevocation })], {
        config: deletion,
      });
      await come(idp(), flow);
      const before = revocations().length;
      flow.clock.forward({ minutes });
      expect(await deleteUser(flow)).toBe(200);
      const hints = revocations().map(({ form }) => form.get("token_type_hint"));
      expect(hints.slice(before)).toEqual(minutes === 0 ? ["access_token"] : []);
    }
  });

  test.each([
    ["discord", discord],
    ["gitlab", gitlab],
    ["roblox", roblox],
  ] as const)("such as %s revoke tokens with the option", async (provider, provide) => {
    const { clientId, clientSecret } = idp();
    // Roblox sends no address.
    const mapProfileToUser = () => ({ email: "player@example.com" });
    const options = { clientId, clientSecret, revocation: tokenRevocation, mapProfileToUser };
    const flow = openSocial(idp(), [provide(options)], { config: deletion });
    await travel(idp(), flow, { provider });
    const { refreshToken } = await accountAt(flow, provider, dialects[provider].sample.subject);
    expect(idp().isValid(refreshToken ?? "")).toBe(true);
    expect(await deleteUser(flow)).toBe(200);
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
    expect(flow.logged).toEqual([]);
  });

  test("of a discovery document revoke tokens at the document's endpoint", async () => {
    const { clientId, clientSecret } = idp();
    const options = { clientId, clientSecret, revocation: tokenRevocation };
    const provider = oidc({ id: "example", issuer: idp().origin, ...options });
    const flow = openSocial(idp(), [provider], { config: deletion });
    await come(idp(), flow, { provider: "example" });
    const { refreshToken } = await accountAt(flow, "example", ann.subject);
    expect(await deleteUser(flow)).toBe(200);
    expect(idp().isValid(refreshToken ?? "")).toBe(false);
  });

  test("need a revocation endpoint", () => {
    const { clientId, clientSecret } = idp();
    const provider = linkedin({ clientId, clientSecret, revocation: tokenRevocation });
    expect(() => openSocial(idp(), [provider])).toThrow(
      "linkedin: revocation: the provider has no endpoint that revokes tokens",
    );
  });
});
