import { nativeApps } from "@keyhold/native";
import { passkey } from "@keyhold/passkey";
import { type PasskeyAuthenticator, passkeyClient } from "@keyhold/passkey/client";
import { social } from "@keyhold/social";
import { apple } from "@keyhold/social/apple";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { appleKey, type IdentityProvider, type Person } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { exampleId } from "../../../tests/harness/example-id.ts";
import { createExpoClient } from "../src/client.ts";
import type { SessionCache } from "../src/options.ts";
import { createPhone, type Phone } from "./phone.ts";

export const redirect = "com.example.app:/signed-in";
/** The client id of the app at Apple. */
export const bundleId = "com.example.app";
export const baseURL = "https://app.example.com";
export const password = "correct horse battery staple";
export const ada = {
  subject: "118",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada",
  picture: null,
} satisfies Person;

const page = { headers: { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" } };

/** A server with apps, providers and passkeys, and apps on phones. */
export function open(idp: IdentityProvider) {
  const { clientId, clientSecret } = idp;
  const fixture = createTestAuth({
    plugins: [
      nativeApps({ clients: { app: { name: "Example", redirectURIs: [redirect] } } }),
      social({
        providers: [
          google({ clientId, clientSecret }),
          apple({ clientId, ...appleKey(), appBundleIdentifier: bundleId, requireNonce: true }),
          exampleId(idp, { clientId, clientSecret }),
        ],
        fetch: idp.fetch,
      }),
      passkey(),
    ],
    clientPlugins: [],
    config: { session: { bearer: true } },
  });
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the provider.
  idp.useClock(fixture.clock.now);
  /** Whether the app has a connection. */
  const connection = { isOn: true };
  const sent: { readonly path: string; readonly credentials: string; readonly headers: Headers }[] = [];

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    sent.push({ path: new URL(request.url).pathname, credentials: request.credentials, headers: request.headers });
    if (!connection.isOn) throw new TypeError("Network request failed");
    const response = await fixture.auth.handler(request, { ipAddress: "198.51.100.9" });
    // As each server over HTTP does.
    response.headers.set("date", fixture.clock.now().toUTCString());
    return response;
  }

  /** Starts the app on a phone: once more after the system has ended the app. */
  function start(phone: Phone = createPhone(), cache?: SessionCache, device = createAuthenticator()) {
    const authenticator: PasskeyAuthenticator = {
      create: async (options) => device.register(options as Parameters<typeof device.register>[0]),
      get: async (options) => device.authenticate(options as Parameters<typeof device.authenticate>[0]),
    };
    const client = createExpoClient(phone.modules, {
      baseURL,
      clientId: "app",
      redirect,
      fetch: send,
      retry: 0,
      plugins: [socialClient(), passkeyClient({ authenticator })],
      ...(cache && { cache }),
    });
    return { client, phone };
  }

  const visit = (browser: Browser, path: string): Promise<Response> =>
    browser.fetch(path.replace(/^.*\/api\/auth/, ""), page);
  const locationOf = (answer: Response): string => answer.headers.get("location") ?? "";

  /** Presses the button of a page of the library, if the answer is such a page. */
  async function press(browser: Browser, answer: Response): Promise<Response> {
    if (answer.status !== 200) return answer;
    const id = /name="id" value="([^"]*)"/.exec(await answer.text())?.[1] ?? "";
    return browser.fetch("/native/confirm", { method: "POST", body: new URLSearchParams({ id }) });
  }

  /** What a user does in the browser of the system: goes to the provider, and presses the buttons. Ends at the link. */
  function atProvider(browser: Browser, as: Person = ada): (url: string) => Promise<string> {
    return async (url) => {
      let answer = await press(browser, await visit(browser, url));
      while (!locationOf(answer).startsWith(redirect)) {
        const to = locationOf(answer);
        const isOurs = to.startsWith("/") || to.startsWith(baseURL);
        const next = isOurs ? to : String((await idp.authorize(to, { as })).url);
        answer = await press(browser, await visit(browser, next));
      }
      return locationOf(answer);
    };
  }

  return { ...fixture, start, send, atProvider, connection, sent };
}
