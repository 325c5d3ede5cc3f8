import { type AdminOptions, admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventTypes } from "./fixture.ts";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const person = { subject: "118", email: "ann@example.com", emailVerified: true, name: "Ann", picture: null } as const;

/** Ann, with Google as her only sign-in, and an administrator. */
async function openAnn(options: AdminOptions = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const fixture = createTestAuth({
    plugins: [
      social({ providers: [google({ clientId, clientSecret, accessType: "offline" })], fetch }),
      admin(options),
    ],
    clientPlugins: [socialClient(), adminClient()],
  });
  idp.useClock(fixture.clock.now);
  const boss = await fixture.signUp("boss@example.com");
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);

  /** Signs in by Google; returns the final page of the browser. */
  async function come(browser: Browser): Promise<URL> {
    const answer = await browser.post("/sign-in/social", {
      provider: "google",
      callbackURL: "/in",
      errorCallbackURL: "/out",
    });
    const { url } = (await answer.json()) as { readonly url: string };
    const back = (await idp.authorize(url, { as: person })).url;
    return new URL((await browser.fetch(back)).headers.get("location") ?? "");
  }

  const ann = fixture.visit();
  expect((await come(ann.browser)).pathname).toBe("/in");
  const { user } = (await ann.client.getSession()).data ?? {};
  return { ...fixture, boss, ann, annId: user?.id ?? "", come };
}

describe("a banned user", () => {
  test("cannot sign in by any provider, and is redirected to the error page", async () => {
    const { boss, ann, annId, come, visit, db, ...fixture } = await openAnn();
    await boss.client.admin.banUser({ userId: annId });
    expect((await ann.client.getSession()).data).toBe(null);
    for (const { browser } of [ann, visit()]) {
      const landed = await come(browser);
      expect([landed.pathname, landed.searchParams.get("error")]).toEqual(["/out", "banned"]);
    }
    expect(await db.count(sessionModel, { userId: annId })).toBe(0);
    expect(await eventTypes(fixture)).toContain("social.failed");
    await boss.client.admin.unbanUser({ userId: annId });
    expect((await come(ann.browser)).pathname).toBe("/in");
  });
});

describe("an impersonating administrator", () => {
  test.each([
    ["link-social", { provider: "google", callbackURL: "/" }],
    ["step-up/social", { provider: "google", callbackURL: "/" }],
    ["get-access-token", { providerId: "google" }],
    ["refresh-token", { providerId: "google" }],
    ["unlink-account", { providerId: "google" }],
  ])("cannot call %s", async (path, input) => {
    const { boss, annId } = await openAnn();
    await boss.client.admin.impersonateUser({ userId: annId });
    const answer = await boss.browser.post(`/${path}`, input);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  });

  test("cannot link an account by a sign-in flow begun before", async () => {
    const { boss, annId, db } = await openAnn();
    const begun = await boss.browser.post("/link-social", {
      provider: "google",
      callbackURL: "/in",
      errorCallbackURL: "/out",
    });
    const { url } = (await begun.json()) as { readonly url: string };
    const back = (await idp.authorize(url, { as: { ...person, subject: "119", email: "boss@example.com" } })).url;
    await boss.client.admin.impersonateUser({ userId: annId });
    const landed = new URL((await boss.browser.fetch(back)).headers.get("location") ?? "");
    expect(landed.searchParams.get("error")).toBe("please_restart_the_process");
    expect(await db.count(sessionModel, { userId: annId })).toBe(2);
  });
});
