import { createAuthClient } from "@keyhold/client";
import { nativeAppsClient } from "@keyhold/native/client";
import {
  answerMessages,
  askWorker,
  createExtensionSignIn,
  type ExtensionAPI,
  extensionPlatform,
  type MessageListener,
  type MessageSender,
} from "@keyhold/native/extension";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";

const id = "abcdefghijklmnopabcdefghijklmnop";
const redirect = `https://${id}.chromiumapp.org/`;
let server: Awaited<ReturnType<typeof startAppServer>>;
let user: SignedInBrowser;

beforeAll(async () => {
  server = await startAppServer([redirect]);
  user = await signedInBrowser(server.url);
});
afterAll(() => server.close());

/** The browser's API, by hand: the Chromium of this test loads no extensions. */
function openBrowser(launch: (url: string) => Promise<string | undefined>) {
  const session = new Map<string, unknown>();
  const levels: string[] = [];
  const listeners: MessageListener[] = [];
  const send = (sender: MessageSender) => ({
    sendMessage: (message: unknown) =>
      new Promise((resolve) => {
        const isAnswered = listeners.some((listener) => listener(structuredClone(message), sender, resolve));
        if (!isAnswered) resolve(undefined);
      }),
  });
  const api: ExtensionAPI = {
    storage: {
      session: {
        get: async (name) => (session.has(name) ? { [name]: session.get(name) } : {}),
        set: async (items) => Object.entries(items).forEach(([name, item]) => void session.set(name, item)),
        remove: async (name) => session.delete(name),
        setAccessLevel: async ({ accessLevel }) => levels.push(accessLevel),
      },
    },
    identity: { getRedirectURL: () => redirect, launchWebAuthFlow: ({ url }) => launch(url) },
    runtime: {
      id,
      getURL: (path) => `chrome-extension://${id}/${path}`,
      onMessage: { addListener: (listener) => listeners.push(listener) },
      ...send({ id, url: `chrome-extension://${id}/worker.js` }),
    },
  };
  const contentScript = send({ id, url: "https://site.example/page" });
  const popup = send({ id, url: `chrome-extension://${id}/popup.html` });
  const other = send({ id: "ponmlkjihgfedcbaponmlkjihgfedcba", url: `chrome-extension://${id}/popup.html` });
  return { api, session, levels, contentScript, popup, other };
}

function startWorker(api: ExtensionAPI) {
  const platform = extensionPlatform({ api, clientId: "ios" });
  const client = createAuthClient({ baseURL: server.url, platform, plugins: [nativeAppsClient()] });
  const signIn = createExtensionSignIn({ api, client, baseURL: server.url, clientId: "ios" });
  answerMessages({
    api,
    pages: {
      signIn: () => signIn.signIn(),
      session: () => client.getSession(),
      fail: () => Promise.reject(new Error("of this test")),
    },
    contentScripts: { userName: async () => (await client.getSession()).data?.user.name ?? null },
  });
  return { client, ...signIn };
}

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser((url) => user.open(url));
});

describe("the worker", () => {
  test("signs in by a window of the browser, and keeps the token in storage.session, for trusted contexts", async () => {
    const { signIn } = startWorker(browser.api);
    const { data } = await signIn();
    expect(data?.user.email).toBe(user.email);
    expect(browser.session.get("keyhold.session")).toContain(data?.token);
    expect(new Set(browser.levels)).toEqual(new Set(["TRUSTED_CONTEXTS"]));
  });

  test("is signed in still when the browser has stopped it and started it again", async () => {
    await startWorker(browser.api).signIn();
    expect((await startWorker(browser.api).client.getSession()).data?.user.email).toBe(user.email);
  });

  test("answers that the user has closed the window", async () => {
    browser = openBrowser(() => Promise.reject(new Error("The user did not approve access.")));
    expect((await startWorker(browser.api).signIn()).error?.code).toBe("AUTH_SESSION_CANCELLED");
  });

  test("answers that the window could not be opened", async () => {
    browser = openBrowser(() => Promise.reject(new Error("Authorization page could not be loaded.")));
    expect((await startWorker(browser.api).signIn()).error?.code).toBe("AUTH_SESSION_UNAVAILABLE");
  });
});

describe("a message", () => {
  test("of the popup signs in, and no answer has the token", async () => {
    startWorker(browser.api);
    const signedIn = await askWorker("signIn", {}, browser.popup);
    const session = await askWorker("session", undefined, browser.popup);
    expect(signedIn).toMatchObject({ data: { data: { user: { email: user.email } } }, error: null });
    expect(session).toMatchObject({ data: { data: { user: { email: user.email } } }, error: null });
    const { token } = JSON.parse(String(browser.session.get("keyhold.session")));
    expect(JSON.stringify([signedIn, session])).not.toContain(token);
  });

  test("of a content script is answered by the functions for content scripts alone", async () => {
    await startWorker(browser.api).signIn();
    expect(await askWorker("userName", undefined, browser.contentScript)).toEqual({ data: user.name, error: null });
    for (const name of ["session", "signIn", "token", "constructor", "__proto__"])
      expect(await askWorker(name, undefined, browser.contentScript)).toEqual({
        data: null,
        error: { code: "MESSAGE_REJECTED" },
      });
  });

  test("is answered without a token of any name", async () => {
    const given = { name: "Ada", accessToken: "a", refresh_token: "b", inner: [{ idToken: "c", tokenType: "Bearer" }] };
    answerMessages({ pages: { given: () => given }, api: browser.api });
    const { data } = await askWorker("given", undefined, browser.popup);
    expect(data).toEqual({ name: "Ada", inner: [{ tokenType: "Bearer" }] });
  });

  test("of another extension is refused", async () => {
    startWorker(browser.api);
    expect((await askWorker("session", undefined, browser.other)).error?.code).toBe("MESSAGE_REJECTED");
  });

  test("that fails has an error without its reason", async () => {
    startWorker(browser.api);
    expect(await askWorker("fail", undefined, browser.popup)).toEqual({
      data: null,
      error: { code: "MESSAGE_FAILED" },
    });
  });

  test("of another part of the extension is left to that part", async () => {
    startWorker(browser.api);
    expect(await browser.popup.sendMessage({ type: "other" })).toBeUndefined();
  });
});

test("a content script has no platform", () => {
  const { runtime } = browser.api;
  const api = { runtime, storage: {} } as unknown as ExtensionAPI;
  expect(() => extensionPlatform({ api })).toThrow("runs in the service worker");
  expect(() => extensionPlatform()).toThrow("no chrome.runtime");
});
