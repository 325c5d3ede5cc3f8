import { memory } from "@keyhold/adapter-memory";
import type { EmailMessage } from "@keyhold/core";
import type { AnyEndpoint } from "@keyhold/core/plugin";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, alice, home, openApp, password } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { safeRedirectClasses, trustedForRedirects, unsafeRedirectClasses } from "../redirects.js";

/** A signed-in user with an email of each kind, in an app with all routes enabled. */
interface Scene {
  readonly app: App;
  readonly browser: Browser;
  readonly database: CountedDatabase;
  readonly messages: readonly EmailMessage[];
}

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

async function open(): Promise<Scene> {
  const messages: EmailMessage[] = [];
  const database = counted(memory());
  const app = openApp({
    database,
    fetch: idp.fetch,
    isWhole: true,
    trustedOrigins: trustedForRedirects,
    mail: (message) => void messages.push(message),
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    rateLimit: { emails: { windowSeconds: 1, max: 1000 } },
  });
  const browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "alice" });
  await browser.post("/forget-password", { email: alice.email });
  await browser.post("/delete-user", { password });
  await browser.post("/sign-in/magic-link", { email: "new@example.com" });
  await app.auth.idle();
  idp.useClock(app.now);
  return { app, browser, database, messages };
}

const emailOf: Readonly<Record<string, EmailMessage["kind"]>> = {
  "GET /verify-email": "verify-email",
  "POST /verify-email": "verify-email",
  "GET /reset-password/:token": "reset-password",
  "GET /delete-user/callback": "delete-account",
  "POST /delete-user/callback": "delete-account",
  "GET /magic-link/verify": "magic-link.sign-in",
  "POST /magic-link/verify": "magic-link.sign-in",
};

/** A new passkey, for a sign-up in this browser. */
async function makePasskey(browser: Browser): Promise<object> {
  const { body } = await browser.post("/passkey/sign-up-options", { name: "Bob", email: "bob@example.com" });
  return createAuthenticator().register(body as never, { origin: home });
}

/** A valid input of a route, so that only the redirect URL can be rejected. */
async function rightInput({ messages, browser }: Scene, endpoint: AnyEndpoint): Promise<Record<string, unknown>> {
  const { route, redirects } = endpoint;
  const message = messages.findLast(({ kind }) => kind === emailOf[route]);
  const email = route === "POST /sign-up/email" ? "bob@example.com" : alice.email;
  const token = message && "token" in message ? message.token : "x";
  const response = route === "POST /passkey/sign-up" ? await makePasskey(browser) : {};
  const given = { name: "Bob", email, password, newEmail: "new@example.com", token, provider: "google", response };
  const known: Readonly<Record<string, unknown>> = given;
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fieldsOf(endpoint))) {
    const isOptional = !("issues" in (await field["~standard"].validate(undefined)));
    if (isOptional) continue;
    if (redirects.includes(name)) {
      input[name] = "/ok";
      continue;
    }
    if (!Object.hasOwn(known, name)) throw new Error(`${route} asks for "${name}", which this test cannot give.`);
    input[name] = known[name];
  }
  return input;
}

function fieldsOf({ route, input }: AnyEndpoint): Readonly<Record<string, AnyEndpoint["input"]>> {
  if (!("shape" in input)) throw new Error(`The fields of ${route} cannot be listed.`);
  return input.shape as Readonly<Record<string, AnyEndpoint["input"]>>;
}

/** Sends the input as a page of the app does: in the body, or in path and query. */
function send({ browser }: Scene, endpoint: AnyEndpoint, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const path = pathOf(endpoint);
  if (endpoint.route.startsWith("POST ")) return browser.post(path, input);
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const query = Object.entries(input).filter(([name]) => !path.includes(`:${name}`));
  return browser.get(`${filled}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`);
}

const failures: Readonly<Record<string, readonly [code: string, message: string]>> = {
  callbackURL: ["INVALID_CALLBACKURL", "Invalid callbackURL"],
  redirectTo: ["INVALID_REDIRECTURL", "Invalid redirectURL"],
  errorCallbackURL: ["INVALID_ERRORCALLBACKURL", "Invalid errorCallbackURL"],
  newUserCallbackURL: ["INVALID_NEWUSERCALLBACKURL", "Invalid newUserCallbackURL"],
  successUrl: ["INVALID_CALLBACKURL", "Invalid callbackURL"],
  returnUrl: ["INVALID_CALLBACKURL", "Invalid callbackURL"],
  embedOrigin: ["INVALID_CALLBACKURL", "Invalid callbackURL"],
};

const noTexts: readonly unknown[] = [5, 0, true, null, [], ["/ok"], {}, { a: 1 }, { toString: "/ok" }];

const all = allEndpoints();
const places = all
  .filter(({ isServerOnly }) => !isServerOnly)
  .flatMap((endpoint) =>
    endpoint.redirects.map((field) => ({ endpoint, field, place: `${field} of ${endpoint.route}` })),
  );

describe("a declaration", () => {
  test("has such fields at all", () => {
    expect(places.length).toBeGreaterThanOrEqual(10);
  });

  test.each(all)("of $route lists its fields with redirect URLs", async (endpoint) => {
    const { redirects } = endpoint;
    const named: string[] = [];
    for (const [name, field] of Object.entries(fieldsOf(endpoint))) {
      // The redirect of an app is compared with the redirects of that app alone: tests of the plugin.
      if (name === "redirect_uri") continue;
      // A field that takes no URL, e.g. the answer to whether the client redirects.
      const takesUrl = !("issues" in (await field["~standard"].validate("/ok")));
      if (takesUrl && /ur[li]$|^redirect|^embedOrigin$/i.test(name)) named.push(name);
    }
    expect([...redirects].sort()).toEqual(named.sort());
  });
});

describe("a field with a redirect URL", () => {
  const rejected = places.map((place) => ({ ...place, isPost: place.endpoint.route.startsWith("POST ") }));
  let scene: Scene;
  let inputs: ReadonlyMap<AnyEndpoint, Record<string, unknown>>;

  // A rejected request changes nothing, so all fields share an app.
  beforeAll(async () => {
    scene = await open();
    const given = new Map<AnyEndpoint, Record<string, unknown>>();
    for (const { endpoint } of places) given.set(endpoint, await rightInput(scene, endpoint));
    inputs = given;
    await scene.app.auth.idle();
    scene.database.reset();
  });

  const sendWith = (endpoint: AnyEndpoint, field: string, value: unknown): Promise<Answer> =>
    send(scene, endpoint, { ...inputs.get(endpoint), [field]: value });

  async function expectNothingDone(): Promise<void> {
    await scene.app.auth.idle();
    expect(scene.database.calls.filter(({ verb }) => verb !== "find")).toEqual([]);
    expect(scene.messages).toHaveLength(4);
  }

  describe.each(rejected)("$place", ({ endpoint, field, isPost }) => {
    const [code = "", message = ""] = failures[field] ?? [];

    test.each(unsafeRedirectClasses)("does not accept %s: %j", async (_, address) => {
      const answer = await sendWith(endpoint, field, address);
      // NUL fails as invalid text, before any other check.
      if (address.includes("\0")) expectIssues(answer, [field]);
      else expectError(answer, 403, code, message);
      expect(answer.headers.get("location")).toBe(null);
      await expectNothingDone();
    });

    test("accepts no URL above the maximum length", async () => {
      expectError(await sendWith(endpoint, field, `/${"a".repeat(60_000)}`), 403, code, message);
      if (isPost) {
        const answer = await sendWith(endpoint, field, `/${"a".repeat(100_000)}`);
        expectError(answer, 413, "PAYLOAD_TOO_LARGE", "Payload too large");
      }
      await expectNothingDone();
    });

    test.each(isPost ? [endpoint] : [])("accepts text only at $route", async (_) => {
      const schema = fieldsOf(endpoint)[field];
      for (const value of noTexts) expect(await schema?.["~standard"].validate(value)).toHaveProperty("issues");
      for (const value of [{ toString: "/ok" }, "/\ud800"])
        expectIssues(await sendWith(endpoint, field, value), [field]);
      await expectNothingDone();
    });

    test.each(isPost ? [] : [endpoint.route])("accepts one URL only at %s", async () => {
      const path = pathOf(endpoint).replace(":token", "x");
      const answer = await scene.browser.get(`${path}?token=x&${field}=/ok&${field}=//evil.com`);
      expectIssues(answer, [field]);
      await expectNothingDone();
    });
  });
});

/** The payments provider gets the URL: see the tests of billing. */
const ofProvider = /^(?:GET|POST) \/(?:checkout|customer\/portal)$/;

describe.each(places.filter(({ endpoint }) => !ofProvider.test(endpoint.route)))("$place", ({ endpoint, field }) => {
  const isPost = endpoint.route.startsWith("POST ");

  test.each(safeRedirectClasses)("accepts %s (%j), and redirects to %j", async (_, address, sent) => {
    const fresh = await open();
    const right = await rightInput(fresh, endpoint);
    const before = fresh.messages.length;
    const isOfError = field === "errorCallbackURL";
    const given = { ...right, [field]: address, ...(isOfError && "token" in right && { token: "x" }) };
    // JSON gets a JSON response there, without a redirect.
    const isForm = isPost && endpoint.takesNavigation;
    const answer = await (isForm ? fresh.browser.postForm(pathOf(endpoint), given) : send(fresh, endpoint, given));
    await fresh.app.auth.idle();
    const isRedirect = answer.status === (isForm ? 303 : 302);
    expect(isRedirect || answer.status === 200, String(answer.status)).toBe(true);
    if (isRedirect) {
      expectToLeadTo(answer.headers.get("location"), sent, isOfError ? ["error"] : undefined);
      // The URL of this page may contain a token: no referrer and no cache may get the URL.
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    const { url } = answer.body ?? {};
    // The ID token of this test has no auth_time, so no step-up succeeds: the tests of the route use another provider.
    if (endpoint.route === "POST /step-up/social" && field === "callbackURL")
      expect(url).toMatch(/^https:\/\/accounts\.google\.com\//);
    else if (url?.startsWith("https://accounts.google.com/")) {
      const why = field === "errorCallbackURL" ? ["error", "error_description"] : [];
      expectToLeadTo(await goAndComeBack(fresh, url, field), sent, why);
    } else if (url !== undefined) expect(url).toBe(sent);
    for (const message of fresh.messages.slice(before)) expectToCarry(message, field, sent);
  });
});

/** Signs in at a provider as a new user, or with the address of the signed-in user; answers with the final URL. */
async function goAndComeBack({ browser }: Scene, url: string, field: string): Promise<string | null> {
  const isNew = field === "newUserCallbackURL";
  const as = {
    subject: "42",
    email: isNew ? "new@example.com" : alice.email,
    emailVerified: true,
    name: "Alice",
    picture: null,
  };
  const { url: back } = await idp.authorize(url, { as, deny: field === "errorCallbackURL" });
  return (await browser.get(back.slice(`${home}/api/auth`.length))).headers.get("location");
}

/** The target may get a token or an error added, and no further parameter, since the request was valid. */
function expectToLeadTo(location: string | null, sent: string, added: readonly string[] = ["token"]): void {
  const [asked, got] = [new URL(sent, home), new URL(String(location))];
  for (const name of [...asked.searchParams.keys(), ...added]) got.searchParams.delete(name);
  expect([...got.searchParams]).toEqual([]);
  expect([got.protocol, got.host, got.pathname, got.hash]).toEqual([
    asked.protocol,
    asked.host,
    asked.pathname,
    asked.hash,
  ]);
}

/** The link of an email leads to the app itself, with the redirect URL as a parameter. */
function expectToCarry(message: EmailMessage, field: string, sent: string): void {
  if (!("url" in message)) return;
  const url = new URL(message.url);
  expect(url.origin).toBe(home);
  const name = url.searchParams.has(field) ? field : "callbackURL";
  expect(new URL(url.searchParams.get(name) ?? "", home).href).toBe(new URL(sent, home).href);
}

describe("after a sign-in", () => {
  test("there is no redirect for an empty URL", async () => {
    const { browser } = await open();
    const answer = await browser.post("/sign-in/email", { email: alice.email, password, callbackURL: "" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ redirect: false });
    expect(answer.body).not.toHaveProperty("url");
  });

  test("the response is not a redirect, since a script reads it", async () => {
    const { browser } = await open();
    const answer = await browser.post("/sign-in/email", { email: alice.email, password, callbackURL: "/dash" });
    expect(answer.body).toMatchObject({ redirect: true, url: "/dash" });
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  });

  test("an unsafe URL fails before the password is read", async () => {
    const { app, browser } = await open();
    const given = { email: alice.email, password: "a wrong password", callbackURL: "//evil.com" };
    expect((await browser.post("/sign-in/email", given)).status).toBe(403);
    expect(app.events.filter(({ type }) => type === "sign-in.failed")).toEqual([]);
  });
});
