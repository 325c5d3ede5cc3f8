import { createAuthClient } from "@keyhold/client";
import { type AuthSession, tokenPlatform } from "@keyhold/client/token";
import { accountModel } from "@keyhold/core/plugin";
import { nativeApps } from "@keyhold/native";
import { createBrowserSignIn } from "@keyhold/native/app";
import { nativeAppsClient } from "@keyhold/native/client";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import type { Person } from "@keyhold/testing/identity-provider";
import { beforeEach, expect, test } from "vitest";
import { exampleId } from "../../../tests/harness/example-id.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { storeOf } from "./app-server.ts";
import { claimed, clients, press, visitPage } from "./fixture.ts";

const idp = useIdentityProvider();
const baseURL = "https://app.example.com";
const ada = { subject: "118", email: "ada@example.com", emailVerified: true, name: "Ada", picture: null };

/** An app and its system browser, whose user signs in at each provider as `person`. */
function openApp(person: Person = ada) {
  const { clientId, clientSecret } = idp();
  const fixture = createTestAuth({
    plugins: [
      nativeApps({ clients }),
      social({
        providers: [google({ clientId, clientSecret }), exampleId(idp(), { clientId, clientSecret })],
        fetch: idp().fetch,
      }),
    ],
    config: { session: { bearer: true } },
  });
  idp().useClock(fixture.clock.now);
  const { browser } = fixture.visit();
  const items = new Map<string, string>();

  async function openAuthSession(url: string): Promise<AuthSession> {
    let page = await visitPage(browser, url.replace(`${baseURL}/api/auth`, ""));
    if (page.status === 200) page = await press(browser, page);
    const sent = await idp().authorize(page.headers.get("location") ?? "", { as: person });
    const back = await visitPage(browser, String(sent.url));
    const end = await visitPage(browser, back.headers.get("location") ?? "");
    return { type: "success", url: end.headers.get("location") ?? "" };
  }

  const store = storeOf(items);
  const client = createAuthClient({
    baseURL,
    platform: tokenPlatform({ store }),
    plugins: [nativeAppsClient()],
    fetch: (input, init) => fixture.auth.handler(new Request(input, init)),
  });
  const common = { client, baseURL, clientId: "ios", redirect: claimed, store };
  const token = (): string => JSON.parse(items.get("keyhold.session") ?? "{}").token;
  const accounts = async (): Promise<readonly string[]> =>
    (await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 9 })).map(({ providerId }) => providerId).sort();
  return { ...fixture, ...createBrowserSignIn({ ...common, openAuthSession }), client, token, accounts };
}

let app: ReturnType<typeof openApp>;
beforeEach(() => {
  app = openApp();
});

test("signs in at a provider, links another, and keeps the new token", async () => {
  const { data } = await app.signIn({ provider: "example" });
  expect(data?.user.email).toBe(ada.email);
  const before = app.token();
  const linked = await app.link({ provider: "google" });
  expect([linked.error, linked.data?.token]).toEqual([null, null]);
  expect(await app.accounts()).toEqual(["example", "google"]);
  expect(app.token()).not.toBe(before);
  expect((await app.client.getSession()).data?.user.email).toBe(ada.email);
});

test("a link needs a step-up half an hour later, and the step-up's token has the proof", async () => {
  await app.signIn({ provider: "example" });
  app.clock.forward({ minutes: 30 });
  expect((await app.link({ provider: "google" })).error?.code).toBe("SESSION_IS_NOT_FRESH");
  const before = app.token();
  expect((await app.stepUp({ provider: "example" })).data?.token).toBeNull();
  expect(app.token()).not.toBe(before);
  expect((await app.link({ provider: "google" })).error).toBeNull();
});

test("a link without a session is the server's error", async () => {
  expect((await app.link({ provider: "google" })).error?.status).toBe(401);
});
