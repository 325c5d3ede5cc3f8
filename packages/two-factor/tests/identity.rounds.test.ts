import { accountModel, sessionModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

/** What a sign-in by a provider writes to the account waits for the factor, and is written once. */

const services = inject("services");
const idp = useIdentityProvider();

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: ReturnType<typeof openRaced>;
  let made = 0;

  function openRaced() {
    const { clientId, clientSecret, fetch } = idp();
    return createTestAuth({
      plugins: [
        twoFactor({ guesses: { windowSeconds: 1, max: 1_000_000 } }),
        social({ providers: [google({ clientId, clientSecret, overrideUserInfoOnSignIn: true })], fetch }),
      ],
      clientPlugins: [twoFactorClient(), socialClient()],
      config: { database: raced.database },
    });
  }

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = openRaced();
    idp().useClock(fixture.clock.now);
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  async function enrol() {
    made += 1;
    fixture.clock.forward({ hours: 2 });
    const email = `person${made}@example.com`;
    await fixture.auth.api.createUser({ email, name: "Ada", password, emailVerified: true });
    const ada = fixture.visit();
    const { data: signedIn } = await ada.client.signIn.email({ email, password });
    if (!signedIn || !("user" in signedIn)) throw new Error("No session.");
    const { data } = await ada.client.twoFactor.enable({ password });
    const bytes = readSecret(new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "") ?? new Uint8Array();
    const code = () => codeOf(bytes, stepOf(fixture.clock.now()));
    expect((await ada.client.twoFactor.verifyTotp({ code: code() })).error).toBe(null);
    fixture.clock.forward({ seconds: 30 });
    return { ...ada, email, userId: signedIn.user.id, code, backupCodes: data?.backupCodes ?? [] };
  }

  /** A browser with a pending sign-in by Google. */
  async function begin(email: string, subject: string) {
    const visit = fixture.visit();
    const as = { subject, email, emailVerified: true, name: "Ada of Google", picture: null };
    const pages = { callbackURL: "/in", errorCallbackURL: "/sign-in" };
    const { url } = await (await visit.browser.post("/sign-in/social", { provider: "google", ...pages })).json();
    await visit.browser.fetch(new URL((await idp().authorize(url, { as })).url));
    return visit;
  }

  test.each([
    ["one pending sign-in", 1],
    ["four pending sign-ins", 4],
  ])("the identity of %s is linked once, with the factor, and with no code that opens nothing", async (_, count) => {
    for (let round = 0; round < rounds; round += 1) {
      const ada = await enrol();
      const pending = await Promise.all(Array.from({ length: count }, () => begin(ada.email, `subject-${made}`)));
      const headersOf = ({ browser }: Pick<typeof ada, "browser">) => ({
        cookie: browser.cookies.header() ?? "",
        origin: "https://app.example.com",
        "content-type": "application/json",
      });
      const send = (caller: number): Promise<Response> => {
        const visit = pending[caller % count];
        if (!visit) throw new Error("No visit.");
        const backup = ada.backupCodes[caller];
        const path = backup === undefined ? "verify-totp" : "verify-backup-code";
        return fixture.auth.handler(
          new Request(`https://app.example.com/api/auth/two-factor/${path}`, {
            method: "POST",
            headers: headersOf(visit),
            body: JSON.stringify({ code: backup ?? ada.code(), disableSession: caller % 3 === 0 }),
          }),
        );
      };
      const statuses = (await Promise.all(Array.from({ length: 16 }, (_, caller) => send(caller)))).map(
        (a) => a.status,
      );
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(count);
      await fixture.auth.idle();
      expect(fixture.logged.filter(({ level }) => level === "error")).toEqual([]);
      const rows = await fixture.db.list(accountModel, { userId: ada.userId }, { orderBy: "id", limit: 10 });
      expect(rows.map(({ providerId }) => providerId).sort()).toEqual(["credential", "google"]);
      const sent = fixture.mailbox.messages.filter(({ kind, to }) => kind === "account-linked" && to === ada.email);
      expect(sent).toHaveLength(1);
      expect(await fixture.db.count(sessionModel, { userId: ada.userId })).toBeLessThanOrEqual(1 + count);
    }
  });
});
