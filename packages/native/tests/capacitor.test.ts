import { createAuthClient } from "@keyhold/client";
import {
  type CapacitorSignInOptions,
  capacitorPlatform,
  createCapacitorSignIn,
  secureStore,
} from "@keyhold/native/capacitor";
import { nativeAppsClient } from "@keyhold/native/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";
import { createPhone, type Phone } from "./capacitor-phone.ts";
import { webViewFetch } from "./web-view.ts";

const redirect = "com.example.app:/signed-in";
const systems = [
  ["iOS", "capacitor://localhost"],
  ["Android", "https://localhost"],
] as const;
let server: Awaited<ReturnType<typeof startAppServer>>;
let user: SignedInBrowser;

beforeAll(async () => {
  server = await startAppServer([redirect], "", [...systems.map(([, origin]) => origin), "capacitor://evil"]);
  user = await signedInBrowser(server.url);
});
afterAll(() => server.close());

const ignored = { data: null, error: null };
const stateIn = (url: string): string => /state=([^&]*)/.exec(url)?.[1] ?? "";

describe.each(systems)("an app on %s, with the origin %s,", (system, origin) => {
  let phone: Phone;
  beforeEach(() => {
    phone = createPhone(system);
  });

  function startApp(more: Partial<CapacitorSignInOptions> = {}) {
    const { App, Browser, SecureStorage } = phone.start();
    const store = secureStore(SecureStorage);
    const { fetch, sent } = webViewFetch(origin);
    const platform = capacitorPlatform({ App, store });
    const client = createAuthClient({ baseURL: server.url, platform, plugins: [nativeAppsClient()], fetch, retry: 0 });
    const common = { App, Browser, store, client, baseURL: server.url, clientId: "ios", redirect };
    return { client, sent, ...createCapacitorSignIn({ ...common, ...(more as object) }) };
  }

  /** Begins a sign-in, and reads the link without giving the link to the app. */
  async function begin(app: ReturnType<typeof startApp>) {
    const before = phone.opened.length;
    const answer = app.signIn();
    await expect.poll(() => phone.opened.length).toBe(before + 1);
    return { answer, link: await user.open(phone.opened[before] ?? "") };
  }

  test("signs in by the browser, which is closed then; the token is in the keychain", async () => {
    phone.visit = async (url) => phone.open(await user.open(url));
    const app = startApp();
    const { data, error } = await app.signIn({ provider: "google", loginHint: user.email });
    expect([data?.user.email, error, phone.isOpen()]).toEqual([user.email, null, false]);
    expect(phone.opened[0]).toContain("code_challenge_method=S256");
    expect(phone.opened[0]).toContain("provider=google");
    expect(JSON.parse(phone.items.get("keyhold.session") ?? "{}").token).toBe(data?.token);
    expect([...phone.items.keys()]).toEqual(["keyhold.session"]);
    expect((await startApp().client.getSession()).data?.user.email).toBe(user.email);
  });

  test("calls the server with its Origin after a preflight, and without a cookie", async () => {
    const { client, sent } = startApp();
    expect((await client.signIn.email({ email: user.email, password: user.password })).error).toBeNull();
    expect((await client.getSession()).data?.session).toBeTruthy();
    expect((await client.signOut()).error).toBeNull();
    expect(sent).toEqual([
      { method: "POST", path: "/api/auth/sign-in/email", origin, cookie: null },
      { method: "GET", path: "/api/auth/get-session", origin, cookie: null },
      { method: "POST", path: "/api/auth/sign-out", origin, cookie: null },
    ]);
  });

  test("finishes the flow when the system has ended the app behind the browser", async () => {
    const { link } = await begin(startApp());
    phone.start();
    phone.open(link);
    const onResume = vi.fn();
    const { client, resume } = startApp({ onResume });
    await expect.poll(() => onResume).toHaveBeenCalledOnce();
    expect(onResume.mock.calls[0]?.[0].data.user.email).toBe(user.email);
    expect([phone.isOpen(), await resume(link)]).toEqual([false, ignored]);
    expect((await client.getSession()).data?.user.email).toBe(user.email);
    expect(onResume).toHaveBeenCalledOnce();
  });

  test("finishes the flow by the launch's link when the page was loaded again after the event", async () => {
    const { link } = await begin(startApp());
    phone.start().App.addListener("appUrlOpen", () => undefined);
    phone.open(link);
    const onResume = vi.fn();
    startApp({ onResume });
    await expect.poll(() => onResume).toHaveBeenCalledOnce();
    expect(phone.isOpen()).toBe(false);
  });

  test("signs in by a link that arrives after the call was cancelled, two seconds after the window was closed or made small", async () => {
    const onResume = vi.fn();
    const app = startApp({ onResume });
    const { answer, link } = await begin(app);
    phone.minimizeBrowser();
    expect((await answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
    expect(phone.isOpen()).toBe(true);
    phone.open(link);
    await expect.poll(() => onResume).toHaveBeenCalledOnce();
    expect((await app.client.getSession()).data?.user.email).toBe(user.email);
  });

  test("is cancelled by cancel(), which closes the browser; a later link changes nothing", async () => {
    const app = startApp();
    const { answer, link } = await begin(app);
    app.cancel();
    expect([(await answer).error?.code, phone.isOpen()]).toEqual(["AUTH_SESSION_CANCELLED", false]);
    expect([await app.resume(link), phone.items.size]).toEqual([ignored, 0]);
  });

  test("replaces a flow that is open, closes its window, and ignores its link", async () => {
    const app = startApp();
    const first = await begin(app);
    const second = await begin(app);
    expect((await first.answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
    expect(phone.isOpen()).toBe(true);
    expect(await app.resume(first.link)).toEqual(ignored);
    phone.open(second.link);
    expect((await second.answer).data?.user.email).toBe(user.email);
    expect(phone.isOpen()).toBe(false);
  });

  test("opens one browser for two calls at once", async () => {
    phone.visit = async (url) => phone.open(await user.open(url));
    const app = startApp();
    const answers = await Promise.all([app.signIn(), app.signIn()]);
    expect(answers.map(({ data, error }) => data?.user.email ?? error?.code)).toEqual([
      "AUTH_SESSION_CANCELLED",
      user.email,
    ]);
    expect(phone.opened).toHaveLength(1);
  });

  test.each<[string, (link: string) => string]>([
    ["an unknown state", (link) => link.replace(stateIn(link), "unknown")],
    ["another path", () => "com.example.app:/other?code=a"],
    ["a token", (link) => `${link}&token=abc`],
    ["a cookie", (link) => `${link}&cookie=abc`],
    ["another server", (link) => link.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
  ])("ignores a link with %s, and leaves the browser open", async (_, change) => {
    const app = startApp();
    const { answer, link } = await begin(app);
    phone.minimizeBrowser = () => undefined;
    expect(await app.resume(change(link))).toEqual(ignored);
    expect([phone.isOpen(), phone.items.has("keyhold.session")]).toEqual([true, false]);
    phone.open(link);
    expect((await answer).data?.user.email).toBe(user.email);
  });

  test("redeems a link that arrives twice once", async () => {
    const onResume = vi.fn();
    const app = startApp({ onResume });
    const { answer, link } = await begin(app);
    phone.open(link);
    phone.open(link);
    expect((await answer).data?.user.email).toBe(user.email);
    expect(app.sent.filter(({ path }) => path.endsWith("/native/token"))).toHaveLength(1);
    expect(await app.resume(link)).toEqual(ignored);
    expect(onResume).not.toHaveBeenCalled();
  });

  test("answers an error if no browser opens", async () => {
    phone.visit = () => {
      throw new Error("Unable to display URL");
    };
    expect((await startApp().signIn()).error?.code).toBe("AUTH_SESSION_UNAVAILABLE");
  });
});

test("the platform reports a user who comes back and a connection that comes back, until its end", async () => {
  const phone = createPhone("iOS");
  const { App, SecureStorage } = phone.start();
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const events = { look: vi.fn(), reconnected: vi.fn() };
  const end = capacitorPlatform({ App, store: secureStore(SecureStorage) }).listen(events);
  vi.unstubAllGlobals();
  for (const isActive of [false, true]) phone.setActive(isActive);
  page.dispatchEvent(new Event("online"));
  end();
  page.dispatchEvent(new Event("online"));
  await expect.poll(() => phone.listeners()).toBe(0);
  expect([events.look.mock.calls.length, events.reconnected.mock.calls.length]).toEqual([1, 1]);
});

test("the web view's cookie is not read beside a token, and an origin outside of the list gets no answer with it", async () => {
  const jar = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  const cookie = jar.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const { fetch: send } = webViewFetch("capacitor://localhost", { cookie });
  const tokenMode = { headers: { "x-return-token": "1" } };
  expect(await (await send(`${server.url}/api/auth/get-session`, tokenMode)).json()).toBeNull();
  for (const origin of ["capacitor://localhost", "https://localhost", "capacitor://evil"]) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"Eve"}' };
    const answer = await webViewFetch(origin, { cookie }).fetch(`${server.url}/api/auth/update-user`, init);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "INVALID_ORIGIN"]);
  }
  const other = webViewFetch("capacitor://other").fetch(`${server.url}/api/auth/get-session`, tokenMode);
  await expect(other).rejects.toThrow("Failed to fetch");
});

test("the store of the token is no Web Storage", () => {
  class Storage extends Map<string, string> {}
  vi.stubGlobal("Storage", Storage);
  expect(() => secureStore(new Storage() as never)).toThrow("each script of the page reads localStorage");
  vi.unstubAllGlobals();
});
