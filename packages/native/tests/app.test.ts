import { createAuthClient } from "@keyhold/client";
import { type TokenStore, tokenPlatform } from "@keyhold/client/token";
import { createBrowserSignIn } from "@keyhold/native/app";
import { nativeAppsClient } from "@keyhold/native/client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer, storeOf } from "./app-server.ts";

const redirect = "com.example.app:/signed-in";
let server: Awaited<ReturnType<typeof startAppServer>>;
let base: string;

beforeAll(async () => {
  server = await startAppServer([redirect]);
  base = server.url;
});
afterAll(() => server.close());

type Session = { type: "success"; url: string } | { type: "cancel" } | { type: "dismiss" };

let items: Map<string, string>;
let browser: SignedInBrowser;
beforeEach(async () => {
  items = new Map();
  browser = await signedInBrowser(base);
});

interface AppOptions {
  readonly store?: TokenStore;
  readonly timeoutSeconds?: number;
  readonly fetch?: typeof fetch;
}

function startApp(
  openAuthSession: (url: string, redirect: string) => Promise<Session> | Session,
  more: AppOptions = {},
) {
  const { fetch: send, ...options } = more;
  const store = storeOf(items);
  const client = createAuthClient({
    baseURL: base,
    platform: tokenPlatform({ store }),
    plugins: [nativeAppsClient()],
    ...(send && { fetch: send }),
  });
  const common = { client, baseURL: base, clientId: "ios", redirect, store };
  return { client, ...createBrowserSignIn({ ...common, openAuthSession, ...options }) };
}

const openBrowser = async (url: string): Promise<Session> => ({ type: "success", url: await browser.open(url) });
const kept = (name: string): Record<string, unknown> => JSON.parse(items.get(name) ?? "{}");
/** An app that the browser does not come back to by itself; `link` resolves to the link. */
function startSilentApp(session: Session | Promise<Session> = new Promise<Session>(() => undefined)) {
  let opened: (link: string) => void = () => undefined;
  const link = new Promise<string>((resolve) => {
    opened = resolve;
  });
  const app = startApp(async (url) => {
    opened(await browser.open(url));
    return session;
  });
  return { ...app, linkToApp: link };
}

test("signs in by the system browser: the token is in the store, and the session store has the user", async () => {
  const { client, signIn } = startApp(openBrowser);
  const stop = client.session.subscribe(() => undefined);
  await expect.poll(() => client.session.get().isPending).toBe(false);
  const { data, error } = await signIn();
  expect([data?.user.email, error]).toEqual([browser.email, null]);
  expect(kept("keyhold.session").token).toBe(data?.token);
  await expect.poll(() => client.session.get().data?.user.email).toBe(browser.email);
  stop();
  expect((await client.getSession()).data?.session).toMatchObject({ clientId: "ios" });
  expect(items.has("keyhold.flow")).toBe(false);
});

test.each([
  ["closed", { type: "cancel" }],
  ["dismissed, and no link arrives within two seconds", { type: "dismiss" }],
] as const)("is cancelled if the browser is %s", async (_, session) => {
  const { signIn } = startApp(() => session);
  expect((await signIn()).error?.code).toBe("AUTH_SESSION_CANCELLED");
});

test("takes the link that arrives after the browser was dismissed; both calls have the session", async () => {
  const { signIn, resume, linkToApp } = startSilentApp({ type: "dismiss" });
  const signedIn = signIn();
  const resumed = await resume(await linkToApp);
  expect((await signedIn).data?.user.email).toBe(browser.email);
  expect(resumed.data?.token).toBe((await signedIn).data?.token);
});

test("times out", async () => {
  const { signIn } = startApp(() => new Promise<Session>(() => undefined), { timeoutSeconds: 0.01 });
  expect((await signIn()).error?.code).toBe("AUTH_SESSION_TIMED_OUT");
});

test("answers an error if the browser cannot be opened", async () => {
  const { signIn } = startApp(() => Promise.reject(new Error("no browser")));
  expect((await signIn()).error).toMatchObject({ code: "AUTH_SESSION_UNAVAILABLE", status: 0 });
});

test("answers the error of the redirect", async () => {
  const { signIn } = startApp((url) => {
    const state = /state=([^&]*)/.exec(url)?.[1];
    return {
      type: "success",
      url: `${redirect}?error=access_denied&state=${state}&iss=${encodeURIComponent(base)}#_=_`,
    };
  });
  expect((await signIn()).error?.code).toBe("ACCESS_DENIED");
});

test("a second call replaces a flow that is open, and the link of the first flow is ignored", async () => {
  const first = startSilentApp();
  const signedIn = first.signIn();
  const link = await first.linkToApp;
  const second = first.signIn();
  expect((await signedIn).error?.code).toBe("AUTH_SESSION_CANCELLED");
  await expect.poll(() => kept("keyhold.flow").state).not.toBe(/state=([^&]*)/.exec(link)?.[1]);
  expect(await first.resume(link)).toEqual({ data: null, error: null });
  void second;
});

test("a flow that a second call replaces while the store is written opens no browser", async () => {
  const writes: (() => void)[] = [];
  const set = () => new Promise<void>((resolve) => writes.push(resolve));
  const opened: string[] = [];
  const { signIn } = startApp(
    (url) => {
      opened.push(url);
      return openBrowser(url);
    },
    { store: { ...storeOf(items), set } },
  );
  const first = signIn();
  await expect.poll(() => writes).toHaveLength(1);
  const second = signIn();
  await expect.poll(() => writes).toHaveLength(2);
  for (const written of writes) written();
  expect((await first).error?.code).toBe("AUTH_SESSION_CANCELLED");
  expect([(await second).data?.user.email, opened.length]).toEqual([browser.email, 1]);
});

test("goes on after the system has ended the app", async () => {
  const before = startSilentApp();
  void before.signIn();
  const link = await before.linkToApp;
  const after = startApp(openBrowser);
  const answers = await Promise.all([after.resume(link), after.resume(link)]);
  expect(answers.map(({ data }) => data?.user.email)).toEqual([browser.email, browser.email]);
  expect(await after.resume(link)).toEqual({ data: null, error: null });
});

test("does not go on after ten minutes", async () => {
  const before = startSilentApp();
  void before.signIn();
  const link = await before.linkToApp;
  expect(Number(kept("keyhold.flow").endsAt) - Date.now()).toBeLessThanOrEqual(600_000);
  items.set("keyhold.flow", JSON.stringify({ ...kept("keyhold.flow"), endsAt: Date.now() - 1 }));
  expect(await startApp(openBrowser).resume(link)).toEqual({ data: null, error: null });
});

test.each<[string, (link: string) => string]>([
  ["a foreign state", (link) => link.replace(/state=[^&]*/, "state=abc")],
  ["a foreign issuer", (link) => link.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
  ["no issuer", (link) => link.replace(/&iss=[^&]*/, "")],
  ["a token", (link) => `${link}&token=abc`],
  ["a cookie", (link) => `${link}&cookie=keyhold.session%3Dabc`],
  ["two codes", (link) => `${link}&code=abc`],
  ["another redirect", (link) => link.replace("signed-in", "signed-in/more")],
  ["half an escape", (link) => link.replace(/code=[^&]*/, "code=%E0%A4%A")],
])("ignores a link with %s, and the flow goes on", async (_, change) => {
  const { signIn, resume, linkToApp } = startSilentApp();
  const signedIn = signIn();
  const link = await linkToApp;
  expect(await resume(change(link))).toEqual({ data: null, error: null });
  expect(items.has("keyhold.session")).toBe(false);
  await resume(link);
  expect((await signedIn).data?.user.email).toBe(browser.email);
});

test("lost answers sign in: the request is sent again, and after a pause once more", async () => {
  let lost = 0;
  const { signIn } = startApp(openBrowser, {
    async fetch(input, init) {
      const answer = await fetch(input, init);
      if (!String(input).endsWith("/native/token") || lost === 2) return answer;
      lost += 1;
      throw new TypeError("fetch failed");
    },
  });
  expect([(await signIn()).data?.user.email, lost]).toEqual([browser.email, 2]);
});

test("a used code is an error of the server", async () => {
  const before = startSilentApp();
  void before.signIn();
  const link = await before.linkToApp;
  const flow = items.get("keyhold.flow") ?? "";
  items.set("keyhold.flow", JSON.stringify({ ...JSON.parse(flow), verifier: "x".repeat(43) }));
  expect((await startApp(openBrowser).resume(link)).error?.code).toBe("INVALID_GRANT");
});

test("an unknown provider of a link or a step-up is the server's error, and no browser opens", async () => {
  let visits = 0;
  const { signIn, link, stepUp } = startApp((url) => {
    visits += 1;
    return openBrowser(url);
  });
  await signIn();
  const codes = [await link({ provider: "unknown" }), await stepUp({ provider: "unknown" })].map(
    ({ error }) => error?.code,
  );
  expect([...codes, visits]).toEqual(["NOT_FOUND", "NOT_FOUND", 1]);
});

test("makes the URL and reads links without the web classes that React Native lacks", async () => {
  let opened = "";
  const { signIn, resume } = startApp((url) => {
    opened = url;
    return new Promise<Session>(() => undefined);
  });
  for (const name of ["URL", "URLSearchParams", "btoa", "TextEncoder", "document"]) vi.stubGlobal(name, undefined);
  try {
    void signIn();
    await expect.poll(() => opened).toContain("code_challenge_method=S256");
    expect(await resume(`${redirect}?code=none&state=none&iss=none`)).toEqual({ data: null, error: null });
  } finally {
    vi.unstubAllGlobals();
  }
  expect((await resume(await browser.open(opened))).data?.user.email).toBe(browser.email);
});
