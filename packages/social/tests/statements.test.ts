import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { google } from "@keyhold/social/google";
import type { Person } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { comeBack, type FlowClient, setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, openSocial } from "./fixture.ts";

const asksForTokens = "ask https://oauth2.googleapis.com/token";

/** The statements and provider requests of social sign-in without a lock wait. */
describe("statements per request of social sign-in", () => {
  const idp = useIdentityProvider();
  const ran: string[] = [];
  const file = new DatabaseSync(":memory:");
  const database = sqlite(noting(file, ran));
  const open = (): Fixture => {
    const fetch: typeof globalThis.fetch = (url, init) => {
      ran.push(`ask ${url}`);
      return idp().fetch(url, init);
    };
    return openSocial(idp(), [google({ ...idp(), accessType: "offline" })], { fetch, config: { database } });
  };
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = open();
    await (await planMigration(database, fixture.auth.schema)).apply();
    // The first write of a process removes expired rows, and the first ID token fetches the keys.
    await arrival(visitor(), "first@example.com");
  });
  afterAll(() => file.close());

  /** The statements of `work`. */
  async function during(work: () => Promise<unknown>): Promise<readonly string[]> {
    await fixture.auth.idle();
    ran.length = 0;
    await work();
    await fixture.auth.idle();
    return ran.map(shorten);
  }

  const visitor = (): FlowClient => ({ auth: fixture.auth, browser: fixture.visit().browser });
  const personOf = (email: string): Person => ({
    subject: email.replace("@", "-"),
    email,
    emailVerified: true,
    name: "Ada",
    picture: null,
  });

  /** The statements of a callback from Google. */
  async function arrival(client: FlowClient, email: string, path?: "/link-social"): Promise<readonly string[]> {
    const url = await setOut(client, { provider: "google" }, path);
    const there = await idp().authorize(url, { as: personOf(email) });
    return during(async () => expect((await comeBack(client, there)).error).toBe(null));
  }

  test("the start writes the row of the flow, and no other", async () => {
    expect(await during(() => setOut(visitor(), { provider: "google" }))).toEqual(['insert "verification"']);
  });

  test("a new user costs two reads, then one transaction that writes", async () => {
    expect(await arrival(visitor(), "new@example.com")).toEqual([
      'delete "verification"',
      asksForTokens,
      'select "account"',
      'select "user"',
      "begin immediate",
      'insert "user"',
      // Whether the address is reserved as the old address of a user.
      'select "verification"',
      'insert "account"',
      'insert "session"',
      "commit",
    ]);
  });

  test("an existing user is found by the identity, then read again under a lock", async () => {
    await arrival(visitor(), "known@example.com");
    expect(await arrival(visitor(), "known@example.com")).toEqual([
      'delete "verification"',
      asksForTokens,
      'select "account"',
      "begin immediate",
      'select "user"',
      'select "account"',
      'update "account"',
      'select "session"',
      'insert "session"',
      "commit",
    ]);
  });

  test("linking reads the session, and changes account and session under the user's lock", async () => {
    const { browser } = await fixture.signUp("linked@example.com");
    const client = { auth: fixture.auth, browser };
    const start = await during(() => setOut(client, { provider: "google" }, "/link-social"));
    expect(start).toEqual(['select "session"', 'insert "verification"']);
    expect(await arrival(client, "linked@example.com", "/link-social")).toEqual([
      'select "session"',
      'delete "verification"',
      asksForTokens,
      "begin immediate",
      'select "user"',
      'select "account"',
      'insert "account"',
      // The address was unverified, and the provider has verified the address.
      'delete "verification"',
      'update "user"',
      // Whether an earlier address is held: no longer now.
      'select "verification"',
      'select "session"',
      // A sign-out with the replaced token may be on its way.
      'insert "verification"',
      'update "session"',
      "commit",
      // The notification also goes to a held address.
      'select "verification"',
    ]);
  });

  test("a valid access token costs two reads", async () => {
    await arrival(fixture, "tokens@example.com");
    const asked = await during(async () => {
      expect((await fixture.client.getAccessToken({ providerId: "google" })).error).toBe(null);
    });
    expect(asked).toEqual(['select "session"', 'select "account"']);
  });

  test("a refresh takes a lease, and no lock during the request to the provider", async () => {
    await arrival(fixture, "refreshed@example.com");
    const asked = await during(async () => {
      expect((await fixture.client.refreshToken({ providerId: "google" })).error).toBe(null);
    });
    expect(asked).toEqual([
      'select "session"',
      'select "account"',
      'select "verification"',
      'insert "verification"',
      'select "account"',
      asksForTokens,
      "begin immediate",
      'select "user"',
      'select "account"',
      'update "account"',
      'select "account"',
      "commit",
      'delete "verification"',
    ]);
  });
});
