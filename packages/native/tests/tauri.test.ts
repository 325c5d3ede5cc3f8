import { createAuthClient } from "@keyhold/client";
import { nativeAppsClient } from "@keyhold/native/client";
import { createTauriSignIn, keyringStore, type TauriSignInOptions, tauriPlatform } from "@keyhold/native/tauri";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";
import { createTauri } from "./tauri-app.ts";
import { webViewFetch } from "./web-view.ts";

const redirect = "com.example.app:/signed-in";
const origins = ["tauri://localhost", "http://tauri.localhost"] as const;
const ignored = { data: null, error: null };
const item = "com.example.app/keyhold.session";
let server: Awaited<ReturnType<typeof startAppServer>>;
let user: SignedInBrowser;
let tauri: ReturnType<typeof createTauri>;

beforeAll(async () => {
  server = await startAppServer([redirect], "", origins);
  user = await signedInBrowser(server.url);
});
afterAll(() => server.close());
beforeEach(() => {
  tauri = createTauri();
});

function startApp(more: Partial<TauriSignInOptions> = {}, origin: string = origins[0]) {
  const { deepLink, opener } = tauri.start();
  const store = keyringStore(tauri.keyring, "com.example.app");
  const { fetch, sent } = webViewFetch(origin);
  const platform = tauriPlatform({ store });
  const client = createAuthClient({ baseURL: server.url, platform, plugins: [nativeAppsClient()], fetch, retry: 0 });
  const common = { deepLink, opener, store, client, baseURL: server.url, clientId: "ios", redirect };
  return { client, sent, ...createTauriSignIn({ ...common, ...(more as object) }) };
}

/** Begins a sign-in, and reads the link without giving the link to the app. */
async function begin(app: ReturnType<typeof startApp>) {
  const before = tauri.opened.length;
  const answer = app.signIn();
  await expect.poll(() => tauri.opened.length).toBe(before + 1);
  return { answer, link: await user.open(tauri.opened[before] ?? "") };
}

describe.each(origins)("a page with the origin %s", (origin) => {
  test("signs in by the user's browser; the token is in the keyring", async () => {
    tauri.visit = async (url) => tauri.open(await user.open(url));
    const { signIn, sent } = startApp({}, origin);
    const { data, error } = await signIn({ provider: "google" });
    expect([data?.user.email, error]).toEqual([user.email, null]);
    expect(tauri.opened[0]).toContain("provider=google");
    expect(JSON.parse(tauri.passwords.get(item) ?? "{}").token).toBe(data?.token);
    expect([...tauri.passwords.keys()]).toEqual([item]);
    const { client, sent: later } = startApp({}, origin);
    expect((await client.getSession()).data?.user.email).toBe(user.email);
    const requests = [...sent, ...later].map((request) => [request.path, request.origin, request.cookie]);
    expect(requests).toEqual([
      ["/api/auth/native/token", origin, null],
      ["/api/auth/get-session", origin, null],
    ]);
    expect((await client.signOut()).error).toBeNull();
  });

  test("gets 403 with a cookie, because it is not in trustedOrigins", async () => {
    const { fetch: send } = webViewFetch(origin, { cookie: "a=b" });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect((await send(`${server.url}/api/auth/sign-out`, init)).status).toBe(403);
  });
});

test("the flow goes on by the link that has started the app", async () => {
  const { link } = await begin(startApp());
  tauri.start();
  tauri.open(link);
  const onResume = vi.fn();
  const { client, resume } = startApp({ onResume });
  await expect.poll(() => onResume).toHaveBeenCalledOnce();
  expect((await client.getSession()).data?.user.email).toBe(user.email);
  expect(await resume(link)).toEqual(ignored);
});

test.each<[string, (link: string) => string]>([
  ["an unknown state", (link) => link.replace(/state=[^&]*/, "state=unknown")],
  ["a cookie", (link) => `${link}&cookie=abc`],
  ["another server", (link) => link.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
  ["another path", () => "com.example.app:/documents/1"],
])("a link with %s is ignored, beside the link of the flow, too", async (_, change) => {
  const app = startApp();
  const { answer, link } = await begin(app);
  tauri.open(change(link));
  expect(await app.resume(change(link))).toEqual(ignored);
  expect(tauri.passwords.has(item)).toBe(false);
  tauri.open(change(link), link, link);
  expect((await answer).data?.user.email).toBe(user.email);
  expect(app.sent.filter(({ path }) => path.endsWith("/native/token"))).toHaveLength(1);
});

test("a second flow replaces the first, and cancel() ends the second", async () => {
  const app = startApp();
  const first = await begin(app);
  const second = await begin(app);
  expect((await first.answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
  expect(await app.resume(first.link)).toEqual(ignored);
  app.cancel();
  expect((await second.answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
  expect([await app.resume(second.link), tauri.passwords.size]).toEqual([ignored, 0]);
});

test("a browser that cannot be opened is an error", async () => {
  tauri.visit = () => {
    throw new Error("Not allowed to open url");
  };
  expect((await startApp().signIn()).error?.code).toBe("AUTH_SESSION_UNAVAILABLE");
});

test("the platform reports a user who comes back and a connection that comes back, until its end", () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const events = { look: vi.fn(), reconnected: vi.fn() };
  const end = tauriPlatform({ store: keyringStore(tauri.keyring, "a") }).listen(events);
  vi.unstubAllGlobals();
  for (const name of ["focus", "visibilitychange", "online"]) page.dispatchEvent(new Event(name));
  end();
  for (const name of ["focus", "visibilitychange", "online"]) page.dispatchEvent(new Event(name));
  expect([events.look.mock.calls.length, events.reconnected.mock.calls.length]).toEqual([2, 1]);
});
