import { createAuthClient } from "@keyhold/client";
import { tokenPlatform } from "@keyhold/client/token";
import { accountModel } from "@keyhold/core/plugin";
import { nativeApps } from "@keyhold/native";
import { nativeAppsClient } from "@keyhold/native/client";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { exampleId } from "../../../tests/harness/example-id.ts";
import { storeOf } from "./app-server.ts";
import { clients, press, visitPage } from "./fixture.ts";

export const baseURL = "https://app.example.com";
export const ada = { subject: "118", email: "ada@example.com", emailVerified: true, name: "Ada", picture: null };

/** A server with two providers, the client of an app, and the app's system browser, where Ada signs in at each provider. */
export function openProviders(idp: IdentityProvider) {
  const { clientId, clientSecret } = idp;
  const fixture = createTestAuth({
    plugins: [
      nativeApps({ clients }),
      social({
        providers: [google({ clientId, clientSecret }), exampleId(idp, { clientId, clientSecret })],
        fetch: idp.fetch,
      }),
    ],
    config: { session: { bearer: true } },
  });
  idp.useClock(fixture.clock.now);
  const { browser } = fixture.visit();
  const items = new Map<string, string>();

  const step = async (page: Response): Promise<string> =>
    (page.status === 200 ? await press(browser, page) : page).headers.get("location") ?? "";

  /** The link to the app at the end of the flow. A page with a button is answered by a click. */
  async function walk(url: string): Promise<string> {
    const begun = await step(await visitPage(browser, url.replace(`${baseURL}/api/auth`, "")));
    const sent = await idp.authorize(begun, { as: ada });
    const back = await step(await visitPage(browser, String(sent.url)));
    return step(await visitPage(browser, back));
  }

  const store = storeOf(items);
  const client = createAuthClient({
    baseURL,
    platform: tokenPlatform({ store }),
    plugins: [nativeAppsClient()],
    fetch: (input, init) => fixture.auth.handler(new Request(input, init)),
  });
  const token = (): string => JSON.parse(items.get("keyhold.session") ?? "{}").token;
  const accounts = async (): Promise<readonly string[]> =>
    (await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 9 })).map(({ providerId }) => providerId).sort();
  return { ...fixture, walk, store, client, token, accounts };
}
