import { admin, adminRoles } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing, billingHandlers } from "@keyhold/billing";
import { proofOfWork } from "@keyhold/captcha/proof-of-work";
import { accountModel, definePlugin, fingerprint, text, userModel } from "@keyhold/core/plugin";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { devices } from "@keyhold/devices";
import { emailOtp } from "@keyhold/email-otp";
import { jwt } from "@keyhold/jwt";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { proving } from "../../../../tests/harness/proving-provider.ts";

const password = "sentinel: a right password";
const secret = "sentinel: 0123456789abcdefghijklmn";
const vault = definePlugin({ id: "vault", extends: { user: { columns: { pin: text().optional().secret() } } } });
/** A role with all permissions. Its members can delete their own accounts. */
const roles = { ...adminRoles, keeper: adminRoles.admin };
const config = {
  secret,
  session: { cookieCache: { enabled: true } },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
} as const;

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider({ clientSecret: "sentinel: a client secret" });
  await prepare();
  world = { fixture, ann, tokens };
});
afterAll(() => idp.stop());

/** The text messages. */
const texts: SentMessage[] = [];

const open = () => {
  const { clientId, clientSecret, fetch } = idp;
  const providers = [proving(google({ clientId, clientSecret, accessType: "offline" }))];
  const fixture = createTestAuth({
    plugins: [
      username(),
      magicLink({ withCode: true }),
      anonymous(),
      emailOtp(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void texts.push(message) }),
      multiSession(),
      oneTimeToken(),
      devices(),
      jwt(),
      // Without token mode, which hides the token of a session.
      { ...deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }), configErrors: [] },
      {
        ...nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } }),
        configErrors: [],
      },
      apiKey(),
      // The route alone: other calls need no solution here.
      { ...proofOfWork({ effort: 10 }), hooks: {} },
      vault,
      social({ providers, fetch }),
      organization({ requireEmailVerificationToInvite: false, roleLimit: 3 }),
      teams(),
      admin({ roles }),
      twoFactor({ recovery: { delaySeconds: 3600 } }),
      passkey({ signUp: true }),
      billing({ webhook: { secret: "of the provider, for tests only", handlers: billingHandlers() }, mirror: true }),
    ],
    clientPlugins: [twoFactorClient(), passkeyClient()],
    config,
  });
  idp.useClock(fixture.clock.now);
  return fixture;
};

/** The auth that is made once: each case has a fork of this auth. */
let world: { readonly fixture: typeof fixture; readonly ann: typeof ann; readonly tokens: typeof tokens };
let fixture: ReturnType<typeof open>;
let ann: Awaited<ReturnType<typeof fixture.signUp>>;
/** Values that only the database may contain. */
let kept: readonly string[];
/** The tokens of Ann's sessions, in both browsers. */
let tokens: readonly string[];
/** The tokens that Google issued for Ann. */
let given: { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };
/** Ann's organization with a member, a team, a role and an invitation, and an invitation for Ann. */
let company: Awaited<ReturnType<typeof openCompany>>;

const tokenIn = (header: string | null): string => /session_token=([A-Za-z0-9]{32})\./.exec(header ?? "")?.[1] ?? "";

beforeEach(fork);

async function fork(): Promise<void> {
  fixture = await world.fixture.fork();
  ann = fixture.copyOf(world.ann);
  tokens = world.tokens;
  idp.useClock(fixture.clock.now);
}

/** Ann, in two browsers, with an account at Google and an email of each kind. */
async function prepare(): Promise<void> {
  fixture = open();
  ann = await fixture.signUp("ann@example.com", { username: "ann", password });
  const elsewhere = fixture.visit();
  await elsewhere.client.signIn.email({ email: "ann@example.com", password });
  await fixture.db.update(userModel, ann.user.id, { pin: "sentinel: a pin", role: "keeper" } as object);
  await linkGoogle(ann);
  tokens = [ann, elsewhere].map(({ browser }) => tokenIn(browser.headers().get("cookie")));
  company = await openCompany();
  await ann.client.requestPasswordReset({ email: "ann@example.com", redirectTo: "/new" });
  await ann.client.deleteUser({});
  await fixture.auth.idle();
  const accounts = await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 100 });
  const { accessToken, idToken, refreshToken } = accounts.find(({ providerId }) => providerId === "google") ?? {};
  if (!accessToken || !idToken || !refreshToken) throw new Error("Google gave too little.");
  given = { accessToken, idToken, refreshToken };
  kept = ["sentinel", accessToken, idToken, refreshToken, ...accounts.flatMap(({ password: hash }) => hash ?? [])];
}

async function openCompany() {
  const bob = await fixture.signUp("bob.owner@example.com", { username: "bob.owner", password });
  const well = async (visitor: TestClient, path: string, body: object): Promise<{ readonly id: string }> => {
    const answer = await visitor.browser.post(`/organization/${path}`, body);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  await well(bob, "create", { name: "Bob & Co", slug: "bob" });
  const received = await well(bob, "invite-member", { email: "ann@example.com", role: "member" });
  await fixture.auth.idle();
  const token = fixture.mailbox.lastTo("ann@example.com", "organization.invitation")?.token ?? "";
  const { id: organizationId } = await well(ann, "create", { name: "Acme", slug: "acme" });
  const sent = await well(ann, "invite-member", { email: "dan@example.com", role: "member" });
  const { id: teamId } = await well(ann, "create-team", { name: "Second" });
  await well(ann, "create-role", { role: "helper", permission: { invitation: ["create"] } });
  // Another owner, so that Ann may leave.
  await fixture.auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: "owner" });
  const cid = await fixture.signUp("cid@example.com", { username: "cid", password });
  const member = await fixture.auth.api.organization.addMember({ organizationId, userId: cid.user.id, role: "member" });
  await well(ann, "add-team-member", { teamId, userId: cid.user.id });
  return {
    organizationId,
    sent,
    received,
    token,
    teamId,
    memberId: member.id,
    memberUserId: cid.user.id,
    ownerUserId: bob.user.id,
  };
}

type TestClient = Pick<typeof fixture, "browser">;

/** Answers with the URL of the callback from Google. */
async function goThere({ browser }: TestClient, path = "/sign-in/social"): Promise<URL> {
  const answer = await browser.post(path, { provider: "google", callbackURL: "/x" });
  const { url } = (await answer.json()) as { readonly url: string };
  const as = { subject: "42", email: "ann@example.com", emailVerified: true, name: "Ann", picture: null };
  return new URL((await idp.authorize(url, { as })).url);
}

async function linkGoogle(visitor: TestClient): Promise<void> {
  const answer = await visitor.browser.fetch(await goThere(visitor, "/link-social"));
  expect(answer.headers.get("location")).toBe("https://app.example.com/x");
}

const tokenOf = (kind: "verify-email" | "reset-password" | "delete-account"): string =>
  fixture.mailbox.lastTo("ann@example.com", kind)?.token ?? "";

/** A valid input for each route. */
const inputs: Readonly<Record<string, () => object>> = {
  "/proof-of-work/challenge": () => ({ action: "sign-in" }),
  "/verify-email": () => ({ token: tokenOf("verify-email"), callbackURL: "/welcome" }),
  "/delete-user/callback": () => ({ token: tokenOf("delete-account"), callbackURL: "/bye" }),
  "/reset-password/:token": () => ({ callbackURL: "/new" }),
  "/reset-password": () => ({ token: tokenOf("reset-password"), newPassword: `${password}!` }),
  "/update-user": () => ({ name: "Ann two" }),
  "/unlink-account": () => ({ providerId: "google" }),
  "/revoke-session": () => ({ id: "nobody" }),
  "/error": () => ({ error: "x" }),
  "/organization/create": () => ({ name: "New", slug: "new" }),
  "/organization/check-slug": () => ({ slug: "new" }),
  "/organization/update": () => ({ organizationId: company.organizationId, data: { name: "Acme two" } }),
  "/organization/invite-member": () => ({ email: "eve@example.com", role: "member" }),
  "/organization/accept-invitation": () => ({ token: company.token }),
  "/organization/reject-invitation": () => ({ token: company.token }),
  "/organization/preview-invitation": () => ({ token: company.token }),
  "/organization/get-invitation": () => ({ id: company.received.id }),
  "/organization/cancel-invitation": () => ({ invitationId: company.sent.id }),
  "/organization/has-permission": () => ({ permissions: { member: ["update"] } }),
  "/organization/leave": () => ({ organizationId: company.organizationId }),
  "/organization/delete": () => ({ organizationId: company.organizationId }),
  "/organization/set-active": () => ({ organizationId: company.organizationId }),
  "/organization/remove-member": () => ({ memberIdOrEmail: company.memberId }),
  "/organization/update-member-role": () => ({ memberId: company.memberId, role: "admin" }),
  "/organization/transfer-ownership": () => ({ memberId: company.memberId }),
  "/organization/create-role": () => ({ role: "other", permission: { invitation: ["cancel"] } }),
  "/organization/update-role": () => ({ roleName: "helper", data: { permission: {} } }),
  "/organization/delete-role": () => ({ roleName: "helper" }),
  "/organization/get-role": () => ({ roleName: "helper" }),
  "/organization/create-team": () => ({ name: "Third" }),
  "/organization/update-team": () => ({ teamId: company.teamId, data: { name: "Second two" } }),
  "/organization/remove-team": () => ({ teamId: company.teamId }),
  "/organization/set-active-team": () => ({ teamId: null }),
  "/organization/list-team-members": () => ({ teamId: company.teamId }),
  "/organization/add-team-member": () => ({ teamId: company.teamId, userId: company.ownerUserId }),
  "/organization/remove-team-member": () => ({ teamId: company.teamId, userId: company.memberUserId }),
  "/admin/create-user": () => ({ name: "New", email: "new@example.com", password }),
  "/admin/get-user": () => ({ id: company.memberUserId }),
  "/admin/update-user": () => ({ userId: company.memberUserId, data: { name: "Cid two" } }),
  "/admin/set-role": () => ({ userId: company.memberUserId, role: "keeper" }),
  "/admin/ban-user": () => ({ userId: company.memberUserId, banReason: "Spam" }),
  "/admin/unban-user": () => ({ userId: company.memberUserId }),
  "/admin/impersonate-user": () => ({ userId: company.memberUserId }),
  "/admin/list-user-sessions": () => ({ userId: company.memberUserId }),
  "/admin/revoke-user-session": () => ({ sessionId: "nobody" }),
  "/admin/reset-two-factor": () => ({ userId: company.memberUserId }),
  "/admin/revoke-user-sessions": () => ({ userId: company.memberUserId }),
  "/admin/remove-user": () => ({ userId: company.memberUserId }),
  "/admin/set-user-password": () => ({ userId: company.memberUserId, newPassword: `${password}!` }),
  "/admin/has-permission": () => ({ permissions: { user: ["ban"] } }),
  "/sign-up/email": () => ({ name: "Bob", email: "bob@example.com", username: "bob", password }),
};
const anything = () => ({
  email: "ann@example.com",
  username: "ann",
  password,
  currentPassword: password,
  newPassword: `${password}!`,
  newEmail: "new@example.com",
  callbackURL: "/x",
  redirectTo: "/x",
  provider: "google",
  providerId: "google",
});

async function ask(route: string, { browser }: { browser: (typeof fixture)["browser"] }): Promise<Response> {
  const [method = "", declared = ""] = route.split(" ");
  const input =
    (await phoneInput(declared)) ??
    (await factorInput(method, declared)) ??
    (await passkeyInput(declared)) ??
    (await callbackInput(declared)) ??
    (await changedInput(declared)) ??
    (await linkInput(declared)) ??
    (await codeInput(declared)) ??
    (await tokenInput(declared)) ??
    (await keyInput(declared)) ??
    (await deviceInput(declared)) ??
    (await knownDeviceInput(declared)) ??
    (await codeOfDevice(declared)) ??
    (await nativeInput(declared)) ??
    inputs[declared]?.() ??
    (method === "POST" ? anything() : {});
  const path = declared.replace(":token", tokenOf("reset-password")).replace(":id", "google");
  if (path === "/admin/stop-impersonating")
    await browser.post("/admin/impersonate-user", { userId: company.memberUserId });
  if (method === "GET") return browser.fetch(`${path}?${new URLSearchParams({ ...input })}`, scriptOf(declared));
  const isForm = declared === "/callback/:id";
  return isForm ? browser.fetch(path, { method, body: new URLSearchParams({ ...input }) }) : browser.post(path, input);
}

/** Only a script of the app gets a one-time token. */
const scriptOf = (path: string): RequestInit | undefined =>
  path === "/one-time-token/generate" ? { headers: { accept: "application/json" } } : undefined;

/** A one-time token of Ann. Null for other routes. */
async function tokenInput(path: string): Promise<object | null> {
  if (!path.startsWith("/one-time-token/")) return null;
  const { token } = await (await ann.browser.post("/one-time-token/generate")).json();
  return path.endsWith("/verify") ? { token } : {};
}

/** The codes of a device, which Ann has approved for a poll. Null for other routes. */
async function codeOfDevice(path: string): Promise<object | null> {
  if (!/^\/device(\/|$)/.test(path)) return null;
  const client_id = "cli";
  if (path === "/device/code") return { client_id };
  if (path === "/device/list") return {};
  if (path === "/device/revoke") return { token: "x" };
  const { device_code, user_code } = await (await ann.browser.post("/device/code", { client_id })).json();
  if (path === "/device") return { user_code };
  if (path !== "/device/token") return { userCode: user_code };
  await ann.browser.post("/device/approve", { userCode: user_code });
  return { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code, client_id };
}

/** A flow of an app in the browser of Ann, who goes on in the app for a code. Null for other routes. */
async function nativeInput(path: string): Promise<object | null> {
  if (!path.startsWith("/native/")) return null;
  const app = { client_id: "ios", redirect_uri: "https://example.com/app/signed-in" };
  const code_verifier = "x".repeat(43);
  const code_challenge = fingerprint(code_verifier);
  const query = { ...app, state: "state", code_challenge, code_challenge_method: "S256" };
  if (path === "/native/authorize") return query;
  const html = await (await ann.browser.get("/native/authorize", query)).text();
  const id = /name="id" value="([^"]*)"/.exec(html)?.[1];
  if (path === "/native/confirm") return { id };
  // Without token mode there is no session of an app: see the tests of the plugin.
  if (path === "/native/token") return { ...app, code_verifier, code: "of another app" };
  const { url } = await (await ann.browser.post("/native/confirm", { id })).json();
  return { ...app, code_verifier, code: new URL(url).searchParams.get("code") };
}

/** A key of Ann. Null for other routes. */
async function keyInput(path: string): Promise<object | null> {
  if (!path.startsWith("/api-key/")) return null;
  if (/(create|list)$/.test(path)) return {};
  const { id } = await (await ann.browser.post("/api-key/create", {})).json();
  if (path.endsWith("/get")) return { id };
  return { keyId: id, ...(path.endsWith("/update") && { name: "deploy" }) };
}

/** A device of Ann, or the token in the email about a new device. Null for other routes. */
async function knownDeviceInput(path: string): Promise<object | null> {
  if (!path.startsWith("/devices/")) return null;
  if (path === "/devices/list") return {};
  if (path === "/devices/report") {
    await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
    // Later than the sign-ins of `prepare`, which else count as sign-ins at once.
    fixture.clock.forward({ seconds: 11 });
    await fixture.visit().browser.post("/sign-in/email", { email: "ann@example.com", password });
    await fixture.auth.idle();
    return { token: fixture.mailbox.lastTo("ann@example.com", "devices.new-device")?.token };
  }
  const [{ id }] = await (await ann.browser.get("/devices/list")).json();
  return { id, ...(path.endsWith("/rename") && { name: "Kitchen" }) };
}

/** The name of Ann's session. Null for other routes. */
async function deviceInput(path: string): Promise<object | null> {
  if (!path.startsWith("/multi-session/")) return null;
  const [active] = await (await ann.browser.get("/multi-session/list-device-sessions")).json();
  return { sessionToken: active?.session.token };
}

/** Gives Ann the second factor that a route needs; answers the input, null for other routes. */
async function factorInput(method: string, path: string): Promise<object | null> {
  const route = /^\/(?:two-factor|step-up)\/(.+)$/.exec(path)?.[1];
  if (route === undefined || /^(password|methods|passkey.*|social)$/.test(route)) return null;
  const { twoFactor: calls } = ann.client;
  if (route === "enable") return { password };
  // For the page of the link any token will do, and a session of the user needs none.
  if (route === "stop-recovery") return method === "GET" ? { token: "x".repeat(64) } : {};
  if (route === "send-otp" || route === "verify-otp" || route === "otp") {
    await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
    await calls.enable({ password, method: "otp" });
    if (route === "send-otp") return {};
    await calls.sendOtp();
    await fixture.auth.idle();
    return { code: fixture.mailbox.lastTo("ann@example.com", "two-factor.code")?.code };
  }
  const { data } = await calls.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  const code = async () => (await fixture.auth.api.generateTotp({ secret })).code;
  if (route === "get-totp-uri") return { password };
  if (route === "verify-totp") return { code: await code() };
  await calls.verifyTotp({ code: await code() });
  tokens = [tokenIn(ann.browser.headers().get("cookie")), ...tokens.slice(1)];
  if (/-recovery$/.test(route)) {
    const begin = () => ann.client.signIn.email({ email: "ann@example.com", password });
    await begin();
    if (route === "start-recovery") return {};
    await calls.startRecovery();
    fixture.clock.forward({ hours: 1 });
    await begin();
    return {};
  }
  if (route === "totp") {
    fixture.clock.forward({ seconds: 30 });
    return { code: await code() };
  }
  return route.endsWith("backup-code") ? { code: data?.backupCodes[0] } : { id: "nobody" };
}

/** Changes Ann's verified address, and answers the input of a route that undoes this; null for other routes. */
async function changedInput(path: string): Promise<object | null> {
  if (!/^\/(cancel|undo)-email-change$/.test(path)) return null;
  await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
  await ann.client.changeEmail({ newEmail: "ann@new.example" });
  await ann.browser.follow(linkIn(await fixture.mailbox.waitFor("ann@example.com", { kind: "confirm-email-change" })));
  tokens = [tokenIn(ann.browser.headers().get("cookie")), ...tokens.slice(1)];
  const link = linkIn(await fixture.mailbox.waitFor("ann@example.com", { kind: "email-changed" }));
  return path.startsWith("/undo") ? { token: link.searchParams.get("token") } : {};
}

/** The token and the code of a link for Ann. Null for other routes. */
async function linkInput(path: string): Promise<object | null> {
  if (!path.startsWith("/magic-link/verify")) return null;
  await ann.browser.post("/sign-in/magic-link", { email: "ann@example.com" });
  const { token, code } = await fixture.mailbox.waitFor("ann@example.com", { kind: "magic-link.sign-in" });
  return path === "/magic-link/verify" ? { token } : { code };
}

/** The input of a route of codes in emails, for Ann. Null for other routes. */
async function codeInput(path: string): Promise<object | null> {
  const [email, newEmail] = ["ann@example.com", "ann@new.example"];
  const types: Readonly<Record<string, string>> = {
    "/sign-in/email-otp": "sign-in",
    "/email-otp/send-verification-otp": "sign-in",
    "/email-otp/check-verification-otp": "sign-in",
    "/email-otp/verify-email": "email-verification",
    "/email-otp/reset-password": "forget-password",
    "/email-otp/request-email-change": "change-email",
    "/email-otp/change-email": "change-email",
  };
  const type = types[path];
  if (type === undefined) return null;
  const codeTo = async (to: string) => (await fixture.mailbox.waitFor(to, { kind: "email-otp.code" })).code;
  await fixture.db.update(userModel, ann.user.id, { emailVerified: type !== "email-verification" });
  await ann.browser.post("/email-otp/send-verification-otp", { email, type });
  const given = { email, type, otp: await codeTo(email), newEmail, password: "another right password" };
  if (path !== "/email-otp/change-email") return given;
  await ann.browser.post("/email-otp/request-email-change", given);
  return { ...given, otp: await codeTo(newEmail) };
}

/** The input of a route of phone numbers, for Ann. Null for other routes. */
async function phoneInput(path: string): Promise<object | null> {
  if (!/^\/(phone-number|sign-in\/phone-number|step-up\/(send-)?phone-code)/.test(path)) return null;
  const number = "+4915112345678";
  const columns: object = { phoneNumber: number, phoneNumberVerified: true };
  await fixture.db.update(userModel, ann.user.id, columns);
  const isReset = path === "/phone-number/reset-password";
  const asked = `/phone-number/${isReset ? "request-password-reset" : "send-otp"}`;
  if (path === "/step-up/send-phone-code") return {};
  if (path.startsWith("/step-up/")) await ann.browser.post("/step-up/send-phone-code", {});
  else await ann.browser.post(asked, { phoneNumber: number });
  await fixture.auth.idle();
  const code = texts.at(-1)?.code;
  return { phoneNumber: number, code, otp: code, newPassword: "another right password", password: ann.password };
}

/** The input of an OAuth callback for Ann: Google accepts each code once. Null for other routes. */
async function callbackInput(path: string): Promise<object | null> {
  return path === "/callback/:id" ? Object.fromEntries((await goThere(ann)).searchParams) : null;
}

/** Gives Ann the passkey and the challenge that a route needs; answers the input, null for other routes. */
async function passkeyInput(path: string): Promise<object | null> {
  const route = /^\/passkey\/(.+)$/.exec(path)?.[1] ?? /^\/step-up\/(passkey)$/.exec(path)?.[1];
  if (route === undefined) return null;
  const { passkey: calls } = ann.client;
  const device = createAuthenticator();
  if (route === "sign-up-options") return { name: "Eve", email: "eve@example.com" };
  if (route === "sign-up") {
    const { data } = await calls.signUpOptions({ name: "Eve", email: "eve@example.com" });
    return { username: "eve", response: data && device.register(data) };
  }
  const options = await calls.generateRegisterOptions();
  const response = options.data && device.register(options.data);
  if (route === "verify-registration") return { response };
  const added = response && (await calls.verifyRegistration({ response }));
  if (route === "verify-authentication" || route === "passkey") {
    const isSignIn = route === "verify-authentication";
    const { data } = await (isSignIn ? calls.generateAuthenticateOptions() : ann.client.stepUp.passkeyOptions());
    return { response: data && device.authenticate(data) };
  }
  return /^(update|delete)-passkey$/.test(route) ? { id: added?.data?.id, name: "New" } : {};
}

/** Routes that return provider tokens to their user. */
const handedOut: Readonly<Record<string, () => readonly string[]>> = {
  "/get-access-token": () => [given.accessToken, given.idToken],
  "/refresh-token": () => Object.values(given),
};

/** Routes that ask the payments provider have their own test: packages/billing/tests/purchase/leaks. */
const ofProvider =
  /^(?:GET|POST) \/(?:checkout|customer\/portal|usage\/ingest|billing\/(?:checkout|orders|products|subscription)\b.*)$/;

/** Webhooks have their own tests: they need a signature, and answer with a single word. */
const routes = allEndpoints()
  .filter(({ isServerOnly, takesSignedBody, route }) => !isServerOnly && !takesSignedBody && !ofProvider.test(route))
  .map((endpoint) => ({ route: endpoint.route, path: pathOf(endpoint) }));

describe.each(routes)("$route", ({ route, path }) => {
  test.each([
    ["the signed-in user", () => ann],
    ["an unauthenticated client", () => fixture.visit()],
  ])(
    "reveals to %s no secret, neither in its response nor in a log, an event or the address of an email",
    async (_, who) => {
      const answer = await ask(route, who());
      await fixture.auth.idle();
      const body = await answer.text();
      const messages = fixture.mailbox.messages;
      expect(answer.status, body).toBeLessThan(500);
      const around = JSON.stringify([[...answer.headers], fixture.logged, fixture.events, messages]);
      expect(kept.filter((secret) => around.includes(secret))).toEqual([]);
      const askedFor = answer.ok ? (handedOut[path]?.() ?? []) : [];
      expect(kept.filter((secret) => body.includes(secret) && !askedFor.includes(secret))).toEqual([]);
      const [own = "", other = ""] = tokens;
      expect(around + body).not.toContain(other);
      // A session's token is in the session cookie, and in the responses that show the user's own session.
      const addresses = [
        answer.headers.get("location"),
        ...messages.map((message) => ("url" in message ? message.url : "")),
      ];
      expect(addresses.join()).not.toContain(own);
      expect(JSON.stringify([fixture.logged, fixture.events])).not.toContain(own);
      if (path !== "/get-session" && path !== "/list-sessions") expect(body).not.toContain(own);
    },
  );

  test("is not cached, is no script, and does not reveal the server's software", async () => {
    const answer = await ask(route, ann);
    // The public keys are for every cache.
    expect(answer.headers.get("cache-control")).toMatch(route === "GET /jwks" ? /^public,/ : /^no-store$/);
    expect(answer.headers.get("vary")).toBe(route === "GET /jwks" ? "origin" : "cookie");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    // Never a script, since pages of other origins can run scripts: JSON, a page, or an empty body.
    const types = ["application/json", "text/html; charset=utf-8", null];
    expect(types).toContain(answer.headers.get("content-type"));
    const known =
      /^(content-type|cache-control|vary|x-content-type-options|set-cookie|location|referrer-policy|content-security-policy|cross-origin-opener-policy|x-frame-options|etag)$/;
    expect([...answer.headers.keys()].filter((name) => !known.test(name))).toEqual([]);
    const names = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf("=")));
    expect(new Set(names).size).toBe(names.length);
  });
});

test("all of them succeed for the signed-in user, so that there was data to reveal", async () => {
  const refused: string[] = [];
  // For callers without a session, and for guests: tests of the plugin.
  const ofGuests = ["POST /sign-in/anonymous", "POST /delete-anonymous-user"];
  // For a number in doubt: tests of the plugin.
  // In token mode alone: tests of the plugin.
  const others = [...ofGuests, "POST /phone-number/verify-email", "POST /native/request", "POST /native/token"];
  for (const { route } of routes.filter(({ route }) => !others.includes(route))) {
    await fork();
    const answer = await ask(route, ann);
    const isError = new URL(answer.headers.get("location") ?? "https://app.example.com").searchParams.has("error");
    if (answer.status >= 400 || isError) refused.push(`${route} ${answer.status} ${await answer.text()}`);
  }
  expect(refused).toEqual([]);
});
