import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { intercept, type VerbCall } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes, home, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

let app: MailApp;
/** The browser in which Alice is signed in. */
let own: Browser;

async function open(changes: Changes = {}, callbackURL?: string): Promise<void> {
  app = openMailApp({ trustedOrigins: ["https://app.example.com", "myapp://"], ...changes });
  own = await signUp(app, { ...alice, ...(callbackURL && { callbackURL }) });
}
beforeEach(() => open());

const verifyLink = async (): Promise<string> => pathIn(await newest(app, "verify-email"));

async function changeLink(): Promise<string> {
  await prove(app, alice.email);
  await own.post("/change-email", { newEmail: "new@example.com" });
  return pathIn(await newest(app, "confirm-email-change"));
}

async function deletionLink(callbackURL?: string): Promise<string> {
  await own.post("/delete-user", { callbackURL });
  return pathIn(await newest(app, "delete-account"));
}

const verified = async (): Promise<boolean> => (await userByEmail(app)).emailVerified;
const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const json = "application/json";
const fetched = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };
const navigated = { accept: html, "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

type Headers = Readonly<Record<string, string>>;

const navigations: readonly (readonly [string, Headers])[] = [
  ["a mail scanner without headers", {}],
  ["a mail scanner that accepts every type", { accept: "*/*" }],
  ["a scanner on Node", { accept: "*/*", "sec-fetch-mode": "cors" }],
  ["a browser that follows a link", { ...navigated, "sec-fetch-site": "cross-site" }],
  ["a browser without fetch metadata", { accept: html }],
  ["a client that accepts a page and JSON", { accept: `${json}, text/html` }],
  ["a frame", { accept: html, "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" }],
  ["an image", { accept: json, "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }],
  ["a script without CORS", { ...fetched, accept: json, "sec-fetch-mode": "no-cors" }],
  ["a script of a sibling host without CORS", { ...fetched, accept: json, "sec-fetch-site": "same-site" }],
  [
    "a script of another site",
    { ...fetched, accept: json, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  ],
  ["a page of another origin without fetch metadata", { accept: json, origin: "https://evil.example" }],
  ["a sandboxed page", { accept: json, origin: "null" }],
];

const prefetches: readonly (readonly [string, Headers])[] = [
  ["<link rel=prefetch>", { ...fetched, "sec-fetch-mode": "no-cors", "sec-purpose": "prefetch" }],
  ["a speculation rule", { ...navigated, "sec-purpose": "prefetch;anonymous-client-ip" }],
  ["a prerender", { ...navigated, "sec-purpose": "prefetch;prerender" }],
  ["a prefetch of JSON", { ...fetched, accept: json, "sec-purpose": "prefetch" }],
  ["an older Chrome", { accept: html, purpose: "prefetch" }],
  ["an older Firefox", { accept: html, "x-moz": "prefetch" }],
  ["an older Safari", { accept: html, "x-purpose": "preview" }],
];

const scripts: readonly (readonly [string, Headers])[] = [
  ["a script of the app", { ...fetched, accept: "*/*" }],
  ["a script of the app that accepts JSON", { ...fetched, accept: json }],
  ["a script of a trusted origin", { ...fetched, "sec-fetch-site": "cross-site", origin: "https://app.example.com" }],
  ["a program that accepts JSON", { accept: `${json}, */*` }],
];

/** Checks a page with one heading, one form and one button, and that no data changed. */
function expectQuestion(answer: Answer, heading: string): void {
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  for (const tag of ["h1", "form", "button"]) expect(answer.text.split(`<${tag}`)).toHaveLength(2);
  expect(answer.text).toContain(`<h1>${heading}</h1>`);
}

describe("the link that verifies an address", () => {
  test.each([...navigations, ...prefetches])("does not verify for %s, signed out", async (_, headers) => {
    const link = await verifyLink();
    const before = await allRows(app);
    const answer = await app.browser().get(link, { headers });
    expectQuestion(answer, "Confirm your email address");
    expect(answer.cookies).toEqual([]);
    expect(await allRows(app)).toEqual(before);
    expect(await app.browser().press(answer)).toMatchObject({ status: 200 });
    expect(await verified()).toBe(true);
  });

  test.each(scripts)("verifies at once for %s, and answers JSON", async (_, headers) => {
    const answer = await app.browser().get(await verifyLink(), { headers });
    expect(answer.body).toEqual({ status: true, user: null });
    expect(await verified()).toBe(true);
  });

  test.each(navigations)("verifies at once if its user is signed in, for %s", async (_, headers) => {
    const answer = await own.get(await verifyLink(), { headers });
    expect(answer.body).toEqual({ status: true, user: null });
    expect(await verified()).toBe(true);
  });

  test.each(prefetches)("does not verify if its user is signed in, for %s", async (_, headers) => {
    const link = `${await verifyLink()}&callbackURL=/welcome`;
    expectQuestion(await own.get(link, { headers }), "Confirm your email address");
    expect(await verified()).toBe(false);
    expect((await own.get(link, { headers: navigated })).headers.get("location")).toBe(`${home}/welcome`);
    expect(await verified()).toBe(true);
  });

  test("asks if another user is signed in, and keeps that session", async () => {
    const bob = await signUp(app, { ...alice, email: "bob@example.com" });
    const answer = await bob.get(
      pathIn(app.mailbox.lastTo(alice.email, "verify-email") ?? (await newest(app, "verify-email"))),
    );
    expectQuestion(answer, "Confirm your email address");
    await bob.press(answer);
    expect(await verified()).toBe(true);
    expect((await bob.get("/get-session")).body?.user).toMatchObject({ email: "bob@example.com" });
  });

  test("does not ask once the address is verified, and redirects", async () => {
    const link = `${await verifyLink()}&callbackURL=/welcome`;
    await app.browser().follow(link);
    for (const [, headers] of [...navigations, ...prefetches]) {
      const answer = await app.browser().get(link, { headers });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, `${home}/welcome`]);
    }
  });

  test.each([1, 2])("redirects if another browser verifies by it during its read number %i", async (read) => {
    let reads = Number.NEGATIVE_INFINITY;
    const verb = async <T>({ verb, isInTransaction }: VerbCall, run: () => Promise<T>): Promise<T> => {
      const found = await run();
      if (verb !== "find" || isInTransaction) return found;
      reads += 1;
      if (reads === read) await app.auth.api.verifyEmail({ token });
      return found;
    };
    await open({ database: intercept(memory(), { verb }) });
    const link = `${await verifyLink()}&callbackURL=/welcome`;
    const token = await tokenIn(app, "verify-email");
    reads = 0;
    const answer = await app.browser().get(link);
    const isLed = answer.headers.get("location") === `${home}/welcome`;
    // After its last read the page cannot know: then the button redirects to the next page.
    if (!isLed) expectQuestion(answer, "Confirm your email address");
    expect(isLed || (await app.browser().press(answer))?.headers.get("location") === `${home}/welcome`).toBe(true);
  });

  test("is followed at once by a call of the client", async () => {
    const fixture = createTestAuth();
    await fixture.signUp("ann@example.com");
    const { token } = await fixture.mailbox.waitFor("ann@example.com", { kind: "verify-email" });
    expect((await fixture.visit().client.verifyEmail({ token })).data).toEqual({ status: true, user: null });
  });

  test("is followed at once by a call of the server", async () => {
    const token = await tokenIn(app, "verify-email");
    expect(await app.auth.api.verifyEmail({ token })).toEqual({ status: true, user: null });
  });
});

describe("the page", () => {
  test("names the app as text, and contains the token in its form alone", async () => {
    await open({ appName: `<b>"Tom's" & Co</b>` }, "/a?b='1'&c=\"2\"");
    const { text } = await app.browser().get(await verifyLink());
    expect(text).toContain("your account at &lt;b&gt;&quot;Tom&#39;s&quot; &amp; Co&lt;/b&gt;.");
    expect(text.split(await tokenIn(app, "verify-email"))).toHaveLength(2);
    expect(text).toContain(`<form method="post" action="/api/auth/verify-email">`);
    expect(text).toContain(`name="callbackURL" value="/a?b=%271%27&amp;c=%222%22"`);
    expect(text).not.toMatch(/<script|alice@example/);
  });

  test.each([
    [undefined, "https: http:"],
    ["/welcome", "https: http:"],
    ["https://app.example.com/x", "https: http:"],
    ["myapp://open", "https: http: myapp:"],
  ])("posts to itself and redirects to %s, and cannot be framed", async (callbackURL, targets) => {
    await open({}, callbackURL);
    const { headers } = await app.browser().get(await verifyLink());
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' ${targets}; frame-ancestors 'none'`,
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    // With "no-referrer" the form would be posted with `Origin: null`, and fail.
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  });

  test.each([
    ["/welcome", `${home}/welcome`],
    ["https://app.example.com/x?y", "https://app.example.com/x?y"],
    ["myapp://open", "myapp://open"],
  ])("redirects to %s with 303, also if its button is pressed twice", async (callbackURL, location) => {
    await open({ emailVerification: { autoSignIn: true } }, callbackURL);
    const browser = app.browser();
    const asked = await browser.get(await verifyLink());
    for (const press of [1, 2]) {
      const answer = await browser.press(asked);
      expect([answer?.status, answer?.headers.get("location")]).toEqual([303, location]);
      expect(answer?.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer?.cookies.some(({ name }) => name.endsWith("session_token"))).toBe(press === 1);
    }
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect((await allRows(app)).sessions).toHaveLength(2);
  });

  test("shows the result if there is no callbackURL, and signs in by its cookie", async () => {
    await open({ emailVerification: { autoSignIn: true } });
    const browser = app.browser();
    const done = await browser.follow(await verifyLink());
    expect(done.text).toContain("<h1>Your email address is confirmed</h1>");
    expect(done.text).toContain(`<a href="${home}/">Continue</a>`);
    expect(done.headers.get("content-security-policy")).toContain("form-action 'none'");
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("redirects to the error page, or to the callbackURL, if the link has expired meanwhile", async () => {
    const link = await verifyLink();
    const [alone, leading] = [
      await own.get(link, { headers: { purpose: "prefetch" } }),
      `${link}&callbackURL=/welcome`,
    ];
    const asked = await app.browser().get(leading);
    app.wait(3600);
    const landed = async (page: Answer) => (await app.browser().press(page))?.headers.get("location");
    expect(await landed(alone)).toBe(`${home}/api/auth/error?error=token_expired`);
    expect(await landed(asked)).toBe(`${home}/welcome?error=token_expired`);
    expect((await app.browser().get(leading)).headers.get("location")).toBe(`${home}/welcome?error=token_expired`);
  });

  test("redirects to the app's page for errors", async () => {
    await open({ errorURL: "/oops?from=auth" });
    const answer = await app.browser().postForm("/verify-email", { token: "x" });
    expect(answer.headers.get("location")).toBe(`${home}/oops?from=auth&error=invalid_token`);
  });

  test.each(["https://evil.example/x", "//evil.example", "javascript:alert(1)"])(
    "is not shown for %s, and its form posts to no other origin",
    async (callbackURL) => {
      const token = await tokenIn(app, "verify-email");
      const query = new URLSearchParams({ token, callbackURL });
      expect((await app.browser().get(`/verify-email?${query}`)).status).toBe(403);
      const answer = await app.browser().postForm("/verify-email", { token, callbackURL });
      expect(answer.headers.get("location")).toBe(`${home}/api/auth/error?error=invalid_callbackurl`);
      expect(await verified()).toBe(false);
    },
  );

  test("counts against the limit of its form", async () => {
    await open({ rateLimit: { enabled: true } });
    for (let turn = 0; turn < 20; turn += 1) await app.browser().postForm("/verify-email", { token: "x" });
    const answer = await app.browser().postForm("/verify-email", { token: "x" });
    expect(answer.headers.get("location")).toBe(`${home}/api/auth/error?error=too_many_requests`);
  });
});

describe("a POST of JSON", () => {
  test("verifies an address, and is answered JSON with any callbackURL", async () => {
    const body = { token: await tokenIn(app, "verify-email"), callbackURL: "/welcome" };
    expect((await app.browser().post("/verify-email", body)).body).toEqual({ status: true, user: null });
    expect(await verified()).toBe(true);
  });

  test("gets errors as JSON", async () => {
    const answer = await app.browser().post("/verify-email", { token: "x", callbackURL: "/welcome" });
    expect([answer.status, answer.body?.code]).toEqual([401, "INVALID_TOKEN"]);
  });
});

/** The error of a program's answer, or of a person's redirect. */
const errorOf = ({ body, headers }: Answer): string | undefined =>
  body?.code ?? new URL(headers.get("location") ?? home).searchParams.get("error")?.toUpperCase();

describe("the link that changes an address", () => {
  test("changes it at once if its user is signed in", async () => {
    const answer = await own.get(await changeLink(), { headers: navigated });
    expect(answer.body).toMatchObject({ status: true, user: { email: "new@example.com" } });
  });

  test.each(prefetches)("changes no data for %s", async (_, headers) => {
    const link = await changeLink();
    const answer = await own.get(link, { headers });
    expectQuestion(answer, "Change your email address");
    expect(await userByEmail(app)).toMatchObject({ email: alice.email });
    expect((await own.press(answer))?.text).toContain("<h1>Your email address is changed</h1>");
    expect(await userByEmail(app, "new@example.com")).toMatchObject({ emailVerified: false });
    expect(errorOf(await own.get(link, { headers }))).toBe("INVALID_TOKEN");
  });

  test("asks no other user, signed in or not", async () => {
    const link = await changeLink();
    const bob = await signUp(app, { ...alice, email: "bob@example.com" });
    for (const browser of [bob, app.browser()]) {
      for (const [, headers] of [...navigations, ...prefetches]) {
        const answer = await browser.get(link, { headers });
        expect(errorOf(answer)).toBe("UNAUTHORIZED");
      }
    }
  });
});

describe("the link that deletes an account", () => {
  test.each([...navigations, ...prefetches])(
    "asks first for %s, and deletes when the button is pressed",
    async (_, headers) => {
      const link = await deletionLink();
      const before = await allRows(app);
      const answer = await own.get(link, { headers });
      expectQuestion(answer, "Delete your account?");
      expect(answer.text).toContain("This deletes your account at localhost:3000 with everything in it.");
      expect(answer.text).toContain(`<a class="cancel" href="${home}/">Keep my account</a>`);
      expect(await allRows(app)).toEqual(before);
      expect((await own.press(answer))?.text).toContain("<h1>Your account is deleted</h1>");
      expect((await allRows(app)).users).toEqual([]);
    },
  );

  test.each(scripts)("deletes at once for %s", async (_, headers) => {
    const answer = await own.get(await deletionLink(), { headers });
    expect(answer.body).toEqual({ success: true, message: "User deleted" });
    expect((await allRows(app)).users).toEqual([]);
  });

  test("deletes by a POST of JSON, only with the session of its user", async () => {
    const token = new URLSearchParams((await deletionLink()).split("?")[1]).get("token");
    const bob = await signUp(app, { ...alice, email: "bob@example.com" });
    expect((await bob.post("/delete-user/callback", { token })).body?.code).toBe("INVALID_TOKEN");
    expect((await app.browser().post("/delete-user/callback", { token })).body?.code).toBe("FAILED_TO_GET_USER_INFO");
    expect((await own.post("/delete-user/callback", { token, callbackURL: "/bye" })).body).toEqual({
      success: true,
      message: "User deleted",
    });
  });

  test("redirects if the account is deleted, and the page that was left open has no effect", async () => {
    const asked = await own.get(await deletionLink("/bye"));
    const answer = await own.press(asked);
    expect([answer?.status, answer?.headers.get("location")]).toEqual([303, `${home}/bye`]);
    expect((await own.press(asked))?.headers.get("location")).toBe(`${home}/bye?error=failed_to_get_user_info`);
  });

  test("does not ask with a session that is not fresh, nor accept the form of a page that was open for that long", async () => {
    await open({ user: { deleteUser: { enabled: true, tokenExpiresInSeconds: 7 * 86_400 } } });
    const link = await deletionLink();
    const asked = await own.get(link);
    app.wait(86_401);
    await own.get("/get-session");
    expect((await own.get(link)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    expect((await own.press(asked))?.headers.get("location")).toBe(`${home}/api/auth/error?error=session_is_not_fresh`);
    expect((await allRows(app)).users).toHaveLength(1);
  });
});

test("no link of an email contains an address, in clear or encoded", async () => {
  await changeLink();
  await deletionLink();
  await app.browser().post("/forget-password", { email: alice.email });
  await app.auth.idle();
  const links = app.mailbox.messages.flatMap((message) => ("url" in message ? [decodeURIComponent(message.url)] : []));
  expect(links).toHaveLength(4);
  for (const link of links) {
    const parts = link.split(/[^\w-]/).map((part) => Buffer.from(part, "base64url").toString());
    expect([link, ...parts].join(" ")).not.toMatch(/alice|example|new@/);
  }
});
