import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { bcrypt } from "@keyhold/core/verifiers/bcrypt";
import { social } from "@keyhold/social";
import { github as githubProvider } from "@keyhold/social/github";
import { google as googleProvider } from "@keyhold/social/google";
import { type Browser, createBrowser } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { compare } from "bcryptjs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type AuthjsTables, fromAuthjs } from "../../examples/coming-from/from-authjs.ts";
import { importPeople, moving, type Report } from "../../examples/coming-from/import-people.ts";
import { continuedHeaders } from "../../examples/coming-from/old-cookie.ts";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { type AuthjsSample, makeAuthjsSample, password, type Switchable } from "./authjs-sample.ts";
import { rowsIn, signInBy, signInWith, userIdOf } from "./ours.ts";

/** docs/coming-from-authjs.md, over a database that the real Auth.js wrote, in one file with the tables of Keyhold. */

const origin = "http://localhost:3000";
const oldSession = { name: "authjs.session-token", prefix: "authjs", secret: "of the hand-over: 7b1f2c90d4e85a36" };

const create = (place: string, idp: IdentityProvider) => {
  const database = sqlite(place);
  const client = { clientId: idp.clientId, clientSecret: idp.clientSecret };
  const auth = createAuth({
    secret: "of Keyhold, for tests only: 9a4c7e21f0b8d356",
    baseURL: origin,
    database,
    mail: () => undefined,
    cookies: { continueFrom: { prefix: oldSession.prefix, secret: oldSession.secret } },
    emailAndPassword: { enabled: true, passwordVerifiers: [bcrypt(compare)] },
    plugins: [moving(), social({ providers: [googleProvider(client), githubProvider(client)], fetch: idp.fetch })],
  });
  return { auth, database };
};

/** The rows of Auth.js after their tables were renamed. */
function oldTables(database: Pick<DatabaseSync, "prepare">): AuthjsTables {
  const rows = (table: string) => JSON.parse(JSON.stringify(database.prepare(`select * from "authjs_${table}"`).all()));
  return { users: rows("user"), accounts: rows("account"), sessions: rows("session") };
}

let fresh: FreshDatabase;
let idp: IdentityProvider;
let sample: AuthjsSample;
let ours: ReturnType<typeof create>;
let first: Report;
const app: Switchable = { handler: async () => new Response() };
const newBrowser = (): Browser => createBrowser({ handler: (request) => app.handler(request) }, { baseURL: origin });

beforeAll(async () => {
  fresh = await freshDatabase("sqlite", inject("services"));
  idp = await startIdentityProvider();
  sample = await makeAuthjsSample({ database: fresh, idp, origin, app });
  const old = new DatabaseSync(fresh.place);
  for (const table of ["user", "account", "session"]) old.exec(`alter table "${table}" rename to "authjs_${table}"`);
  old.close();
  ours = create(fresh.place, idp);
  const { auth, database } = ours;
  await (await planMigration(database, auth.schema)).apply();
  first = await importPeople(auth, fromAuthjs(oldTables(new DatabaseSync(fresh.place))));
  app.handler = (request) =>
    auth.handler(new Request(request, { headers: continuedHeaders(request.headers, oldSession) }));
});
afterAll(async () => {
  await ours.auth.idle();
  await ours.database.close();
  await idp.stop();
  await fresh.drop();
});

describe("the script for Auth.js", () => {
  test("takes over every user with an address, and reports the others", () => {
    const { otherEve, noAddress, eli } = sample.ids;
    expect(first).toEqual({
      users: 6,
      accounts: 2,
      sessions: 3,
      wereHere: 0,
      rejected: [
        { id: otherEve, email: "Eve@example.com", reason: "USER_ALREADY_EXISTS" },
        { id: noAddress, email: "", reason: "INVALID_EMAIL" },
      ],
      leftOut: [{ id: eli, columns: ["image"] }],
    });
  });

  test("changes no row in a second run", async () => {
    const database = new DatabaseSync(fresh.place);
    const before = rowsIn(database);
    const second = await importPeople(ours.auth, fromAuthjs(oldTables(database)));
    expect(second).toEqual({ ...first, users: 0, accounts: 0, sessions: 0, wereHere: 6, leftOut: [] });
    expect(rowsIn(database)).toEqual(before);
    database.close();
  });

  test("keeps ids and names; a name that is missing is empty, and the address is in lower case", async () => {
    const { user = [] } = rowsIn(new DatabaseSync(fresh.place));
    const { ada, dora, carol, eli } = sample.ids;
    expect(user).toContainEqual(expect.objectContaining({ id: ada, name: "John Smith", emailVerified: 1 }));
    expect(user).toContainEqual(
      expect.objectContaining({ id: dora, name: "", email: "dora@example.com", emailVerified: 1 }),
    );
    expect(user).toContainEqual(expect.objectContaining({ id: carol, name: "Carol", image: null, emailVerified: 0 }));
    expect(user).toContainEqual(expect.objectContaining({ id: eli, image: null }));
  });

  test("stores no session token in the clear", () => {
    const { session = [] } = rowsIn(new DatabaseSync(fresh.place));
    const stored = JSON.stringify(session);
    for (const { sessionToken } of oldTables(new DatabaseSync(fresh.place)).sessions)
      expect(stored).not.toContain(sessionToken);
  });
});

describe("after the move from Auth.js", () => {
  test("an old password signs in, and a wrong one does not", async () => {
    expect(await signInBy(newBrowser(), "carol@example.com", "not this one")).toBe(401);
    const browser = newBrowser();
    expect(await signInBy(browser, "carol@example.com", password)).toBe(200);
    expect(await userIdOf(browser)).toBe(sample.ids.carol);
  });

  test("an open session goes on, in a cookie of Keyhold", async () => {
    const { dora } = sample.browsers;
    expect(await userIdOf(dora)).toBe(sample.ids.dora);
    expect(dora.cookies.get("keyhold.session_token")).not.toBe(null);
    expect(await ours.auth.session(dora.headers())).toMatchObject({ user: { id: sample.ids.dora } });
  });

  test("a session that goes on is not a fresh one", async () => {
    const answer = await sample.browsers.ada.post("/unlink-account", { providerId: "google" });
    expect(await answer.json()).toMatchObject({ code: "SESSION_IS_NOT_FRESH" });
  });

  test("a page of another site cannot use the old cookie", async () => {
    const { bob } = sample.browsers;
    const headers = { origin: "https://evil.example", "content-type": "application/json" };
    const answer = await bob.fetch("/sign-out", { method: "POST", headers, body: "{}" });
    expect(await answer.json()).toMatchObject({ code: "INVALID_ORIGIN" });
  });

  test("a session that had expired stays closed, and so does one that Auth.js never opened", async () => {
    expect(await userIdOf(sample.browsers.late)).toBe(null);
    const forged = newBrowser();
    forged.cookies.accept([`authjs.session-token=${crypto.randomUUID()}; Path=/`]);
    expect(await userIdOf(forged)).toBe(null);
  });

  test("a hash from the database opens no session", async () => {
    for (const { token } of JSON.parse(JSON.stringify(rowsIn(new DatabaseSync(fresh.place)).session))) {
      const browser = newBrowser();
      browser.cookies.accept([`authjs.session-token=${token}; Path=/`]);
      expect(await userIdOf(browser)).toBe(null);
    }
  });

  test("a sign-out ends the session for the old cookie, too", async () => {
    const { dora } = sample.browsers;
    const old = dora.cookies.get("authjs.session-token");
    expect(await userIdOf(dora)).toBe(sample.ids.dora);
    expect((await dora.post("/sign-out")).status).toBe(200);
    const other = newBrowser();
    other.cookies.accept([`authjs.session-token=${old}; Path=/`]);
    expect(await userIdOf(dora)).toBe(null);
    expect(await userIdOf(other)).toBe(null);
  });

  test("the first sign-in that verifies an address ends older sessions; an ID token has verified it before", async () => {
    const { ada, bob } = sample.browsers;
    expect(await userIdOf(bob)).toBe(sample.ids.bob);
    await signInWith(idp, "github", newBrowser());
    await signInWith(idp, "google", newBrowser());
    expect(await userIdOf(bob)).toBe(null);
    expect(await userIdOf(ada)).toBe(sample.ids.ada);
  });

  test.each([["google", "ada"] as const, ["github", "bob"] as const])(
    "a user of %s is the same user",
    async (provider, user) => {
      const browser = newBrowser();
      expect(await signInWith(idp, provider, browser)).toBe(`${origin}/in`);
      expect(await userIdOf(browser)).toBe(sample.ids[user]);
      const rows = rowsIn(new DatabaseSync(fresh.place));
      expect(rows.user).toHaveLength(6);
      expect(rows.account?.filter((row) => JSON.stringify(row).includes(`"providerId":"${provider}"`))).toHaveLength(1);
    },
  );
});
