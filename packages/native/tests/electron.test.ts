import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthClient } from "@keyhold/client";
import { type TokenStore, tokenPlatform } from "@keyhold/client/token";
import { nativeAppsClient } from "@keyhold/native/client";
import {
  answerRenderer,
  createElectronSignIn,
  type ElectronSignInOptions,
  electronLinks,
  encryptedFileStore,
} from "@keyhold/native/electron";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";
import { asyncSafeStorage, createElectron, syncSafeStorage } from "./electron-app.ts";
import { webViewFetch } from "./web-view.ts";

const redirect = "com.example.app:/signed-in";
const origin = "app://-";
const ignored = { data: null, error: null };
const rejected = { data: null, error: { code: "MESSAGE_REJECTED" } };
let server: Awaited<ReturnType<typeof startAppServer>>;
let user: SignedInBrowser;
let folder: string;
let path: string;

beforeAll(async () => {
  server = await startAppServer([redirect], "", [origin, "null"]);
  user = await signedInBrowser(server.url);
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  path = join(folder, "session.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let electron: ReturnType<typeof createElectron>;
const safeStorage = syncSafeStorage();
beforeEach(() => {
  electron = createElectron();
});

/** The main process, from its first line on. */
async function startMain(more: Partial<ElectronSignInOptions> = {}, argv: readonly string[] = ["example"]) {
  const links = electronLinks({ app: electron.app, redirect, argv });
  const store: TokenStore = await encryptedFileStore({ safeStorage, path, platform: "linux" });
  const client = createAuthClient({
    baseURL: server.url,
    platform: tokenPlatform({ store }),
    plugins: [nativeAppsClient()],
  });
  const common = { links, shell: electron.shell(), store, client, baseURL: server.url, clientId: "ios" };
  const flows = createElectronSignIn({ ...common, ...(more as object) });
  const onError = vi.fn();
  answerRenderer({
    ipcMain: electron.ipcMain,
    origins: [origin],
    handlers: {
      signIn: () => flows.signIn(),
      session: () => client.getSession(),
      echo: (input) => input,
      fail: () => Promise.reject(new Error("of this test")),
    },
    onError,
  });
  return { client, store, onError, ...flows };
}

/** Begins a sign-in, and reads the link without giving the link to the app. */
async function begin(main: Awaited<ReturnType<typeof startMain>>) {
  const before = electron.opened.length;
  const answer = main.signIn();
  await expect.poll(() => electron.opened.length).toBe(before + 1);
  return { answer, link: await user.open(electron.opened[before] ?? "") };
}

describe("the main process", () => {
  test.each<[string, (url: string) => void]>([
    ["macOS", (url) => electron.openURL(url)],
    ["Windows and Linux", (url) => electron.secondInstance(url)],
  ])("signs in by the user's browser and the link that %s brings", async (_, bring) => {
    electron.visit = async (url) => bring(await user.open(url));
    const { signIn, client } = await startMain();
    const { data, error } = await signIn();
    expect([data?.user.email, error]).toEqual([user.email, null]);
    expect((await client.getSession()).data?.user.email).toBe(user.email);
    expect((await (await startMain()).client.getSession()).data?.user.email).toBe(user.email);
  });

  test("finishes the flow by the arguments of a new process, after the first process has ended", async () => {
    const { link } = await begin(await startMain());
    electron = createElectron();
    const onResume = vi.fn();
    const { client } = await startMain({ onResume }, ["example", "--flag", link]);
    await expect.poll(() => onResume).toHaveBeenCalledOnce();
    expect((await client.getSession()).data?.user.email).toBe(user.email);
  });

  test("takes a link that macOS sends before the app is ready", async () => {
    const { link } = await begin(await startMain());
    electron = createElectron();
    const onResume = vi.fn();
    const starting = startMain({ onResume });
    electron.openURL(link);
    await starting;
    await expect.poll(() => onResume).toHaveBeenCalledOnce();
  });

  test("leaves a link of another feature to the app", async () => {
    await startMain();
    electron.openURL("com.example.app:/documents/1");
    electron.openURL(`${redirect}?code=a&state=b&iss=c`);
    expect(electron.prevented).toEqual([`${redirect}?code=a&state=b&iss=c`]);
  });

  test.each<[string, (link: string) => string]>([
    ["an unknown state", (link) => link.replace(/state=[^&]*/, "state=unknown")],
    ["a token", (link) => `${link}&token=abc`],
    ["another server", (link) => link.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
  ])("ignores a link with %s, and the flow goes on", async (_, change) => {
    const main = await startMain();
    const { answer, link } = await begin(main);
    electron.secondInstance(change(link));
    expect(await main.resume(change(link))).toEqual(ignored);
    expect(await main.store.get("keyhold.session")).toBeNull();
    electron.secondInstance(link, link);
    expect((await answer).data?.user.email).toBe(user.email);
    expect(await main.resume(link)).toEqual(ignored);
  });

  test("replaces a flow that is open, and cancel() ends the second flow", async () => {
    const main = await startMain();
    const first = await begin(main);
    const second = await begin(main);
    expect((await first.answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
    expect(await main.resume(first.link)).toEqual(ignored);
    main.cancel();
    expect((await second.answer).error?.code).toBe("AUTH_SESSION_CANCELLED");
    expect(await main.resume(second.link)).toEqual(ignored);
  });

  test("cancel() before the browser has opened opens no browser", async () => {
    const { signIn, cancel } = await startMain();
    const answer = signIn();
    cancel();
    expect([(await answer).error?.code, electron.opened]).toEqual(["AUTH_SESSION_CANCELLED", []]);
  });
});

describe.each([
  ["with functions that answer at once", syncSafeStorage],
  ["with promises", asyncSafeStorage],
])("the store in an encrypted file, %s,", (_, open) => {
  const storeOf = (options: Parameters<typeof open>[0] = {}) =>
    encryptedFileStore({ safeStorage: open(options), path, platform: "linux" });

  test("keeps items that the file does not show, for the user alone", async () => {
    const store = await storeOf();
    await store.set("keyhold.session", '{"token":"abcdefgh"}');
    expect(await store.get("keyhold.session")).toBe('{"token":"abcdefgh"}');
    expect(readFileSync(path, "utf8")).not.toContain("abcdefgh");
    expect(readFileSync(path, "utf8")).not.toContain(Buffer.from("abcdefgh").toString("base64").slice(0, 8));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["is unavailable", { isAvailable: false }],
    ["is plain text", { backend: "basic_text" }],
    ["is not known before the app is ready", { backend: "unknown" }],
  ])("is refused if the encryption %s", async (_reason, options) => {
    await expect(storeOf(options)).rejects.toThrow("the system has no keyring for the token");
  });

  test("writes no item that Chromium has encrypted with the key of each Chromium", async () => {
    const store = await storeOf({ version: "v10" });
    await expect(store.set("a", "1")).rejects.toThrow('backend "basic_text"');
    expect(await store.get("a")).toBeNull();
  });

  test("reads no item of another keyring, and refuses a file that other users may read", async () => {
    await (await storeOf()).set("a", "1");
    await expect((await storeOf()).get("a")).rejects.toThrow();
    chmodSync(path, 0o644);
    await expect(storeOf()).rejects.toThrow("Other users may read");
  });

  test("removes an item that was still being encrypted", async () => {
    const store = await storeOf();
    await Promise.all([store.set("a", "1"), store.remove("a")]);
    expect(await store.get("a")).toBeNull();
  });
});

test("on macOS and Windows the store needs no name of a keyring", async () => {
  const { getSelectedStorageBackend: _, ...others } = syncSafeStorage({ version: "v10" });
  const store = await encryptedFileStore({ safeStorage: others, path, platform: "darwin" });
  await store.set("a", "1");
  expect(await store.get("a")).toBe("1");
});

test("an app whose item cannot be decrypted is signed out", async () => {
  await (await encryptedFileStore({ safeStorage: syncSafeStorage(), path, platform: "linux" })).set(
    "keyhold.session",
    "{}",
  );
  expect((await (await startMain()).client.getSession()).data).toBeNull();
});

describe("a page of the app", () => {
  const page = { origin, parent: null };

  test("signs in by the main process, and no answer has the token", async () => {
    electron.visit = async (url) => electron.openURL(await user.open(url));
    const { store } = await startMain();
    const window = electron.openWindow(page);
    const signedIn = await window.ask("signIn");
    const session = await window.ask("session");
    for (const answer of [signedIn, session])
      expect(answer).toMatchObject({ data: { data: { user: { email: user.email } } }, error: null });
    const { token } = JSON.parse((await store.get("keyhold.session")) ?? "{}");
    expect(token).toHaveLength(32);
    expect(JSON.stringify([signedIn, session])).not.toContain(token);
  });

  test.each([
    ["a page of a site", { origin: "https://evil.example", parent: null }],
    ["a file", { origin: "file://", parent: null }],
    ["a page without an origin", { origin: "null", parent: null }],
    ["another host of the scheme", { origin: "app://other", parent: null }],
    ["a frame of the page", { origin, parent: page }],
    ["a frame that has left its page", null],
  ])("%s gets no answer", async (_, frame) => {
    await startMain();
    expect(await electron.openWindow(frame).ask("session")).toEqual(rejected);
  });

  test.each(["token", "constructor", "__proto__", "toString"])("calls no function %s", async (name) => {
    await startMain();
    expect(await electron.openWindow(page).ask(name)).toEqual(rejected);
  });

  test("gets no error of the main process", async () => {
    const { onError } = await startMain();
    expect(await electron.openWindow(page).ask("fail")).toEqual({ data: null, error: { code: "MESSAGE_FAILED" } });
    expect(onError).toHaveBeenCalledWith(new Error("of this test"));
  });

  test("sends a value, and gets tokens of no name back", async () => {
    await startMain();
    const input = { name: "Ada", token: "a", deep: [{ accessToken: "b", access_token: "c" }] };
    expect(await electron.openWindow(page).ask("echo", input)).toEqual({
      data: { name: "Ada", deep: [{}] },
      error: null,
    });
  });

  test.each(["null", "file://", "*", "https://example.com/path"])("%s is no origin of pages", (wrong) => {
    const { ipcMain } = electron;
    expect(() => answerRenderer({ ipcMain, origins: [wrong], handlers: {}, onError: () => undefined })).toThrow(
      "is not the origin of an app's pages",
    );
  });
});

test.each([origin, "null"])(
  "a page with the origin %s is answered in token mode, and with a cookie 403",
  async (own) => {
    const { fetch: send, sent } = webViewFetch(own);
    const client = createAuthClient({
      baseURL: server.url,
      platform: tokenPlatform({ store: { get: () => null, set: () => undefined, remove: () => undefined } }),
      fetch: send,
    });
    expect((await client.signIn.email({ email: user.email, password: user.password })).error).toBeNull();
    expect((await client.getSession()).data?.user.email).toBe(user.email);
    expect(sent.map((request) => request.origin)).toEqual([own, own]);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect((await webViewFetch(own, { cookie: "a=b" }).fetch(`${server.url}/api/auth/sign-out`, init)).status).toBe(
      403,
    );
  },
);
