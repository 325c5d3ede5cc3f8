import { scryptSync } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { bcrypt } from "@keyhold/core/verifiers/bcrypt";
import { social } from "@keyhold/social";
import { github } from "@keyhold/social/github";
import { type Browser, createBrowser } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { compare } from "bcryptjs";
import { LegacyScrypt } from "lucia";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fromLucia, type LuciaTables } from "../../examples/coming-from/from-lucia.ts";
import { importPeople, moving, type Report } from "../../examples/coming-from/import-people.ts";
import { legacyScrypt } from "../../examples/coming-from/lucia-scrypt.ts";
import { continuedHeaders } from "../../examples/coming-from/old-cookie.ts";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { type Hashing, hashings, makeLuciaSample, password } from "./lucia-sample.ts";
import { rowsIn, signInBy, signInWith, userIdOf } from "./ours.ts";

/** docs/coming-from-lucia.md, over a database that the real Lucia 3 wrote, in one file with the tables of Keyhold. */

const origin = "https://app.example.com";
const oldSession = { name: "auth_session", prefix: "lucia", secret: "of the hand-over: 2d90b4c7e15f3a68" };

const create = (place: string, idp: IdentityProvider) => {
  const database = sqlite(place);
  const { clientId, clientSecret } = idp;
  const auth = createAuth({
    secret: "of Keyhold, for tests only: 51d8b3f07a2c6e94",
    baseURL: origin,
    database,
    mail: () => undefined,
    rateLimit: { enabled: false, wrongPasswords: false },
    cookies: { continueFrom: { prefix: oldSession.prefix, secret: oldSession.secret } },
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
      passwordVerifiers: [bcrypt((typed, hash) => compare(typed.normalize("NFKC"), hash)), legacyScrypt],
    },
    plugins: [moving(), social({ providers: [github({ clientId, clientSecret })], fetch: idp.fetch })],
  });
  return { auth, database };
};

function oldTables(database: Pick<DatabaseSync, "prepare">): LuciaTables {
  const rows = (table: string) => JSON.parse(JSON.stringify(database.prepare(`select * from ${table}`).all()));
  return { users: rows("lucia_user"), accounts: rows("oauth_account"), sessions: rows("lucia_session") };
}

/** The form of Lucia 1: without a prefix, and with r = 8. */
const hashOfVersion1 = (salt: string): string =>
  `${salt}:${scryptSync(password.normalize("NFKC"), salt, 64, { N: 16_384, r: 8, p: 1 }).toString("hex")}`;

let fresh: FreshDatabase;
let idp: IdentityProvider;
let ours: ReturnType<typeof create>;
let sample: Awaited<ReturnType<typeof makeLuciaSample>>;
let first: Report;
const newBrowser = (): Browser =>
  createBrowser(
    {
      handler: (request) =>
        ours.auth.handler(new Request(request, { headers: continuedHeaders(request.headers, oldSession) })),
    },
    { baseURL: origin },
  );
const browsers = { ada: newBrowser(), late: newBrowser() };

beforeAll(async () => {
  fresh = await freshDatabase("sqlite", inject("services"));
  idp = await startIdentityProvider();
  sample = await makeLuciaSample(fresh.place, browsers);
  const old = new DatabaseSync(fresh.place);
  for (const table of ["user", "session"]) old.exec(`alter table "${table}" rename to "lucia_${table}"`);
  old.close();
  ours = create(fresh.place, idp);
  const { auth, database } = ours;
  await (await planMigration(database, auth.schema)).apply();
  first = await importPeople(auth, fromLucia(oldTables(new DatabaseSync(fresh.place))));
});
afterAll(async () => {
  await ours.auth.idle();
  await ours.database.close();
  await idp.stop();
  await fresh.drop();
});

describe("the script for Lucia", () => {
  test("takes over every user with an address, and reports the others", () => {
    expect(first).toEqual({
      users: 2 + sample.hashed.size,
      accounts: 1,
      sessions: 1,
      wereHere: 0,
      rejected: [{ id: sample.noAddress, email: "", reason: "INVALID_EMAIL" }],
      leftOut: [],
    });
  });

  test("changes no row in a second run", async () => {
    const database = new DatabaseSync(fresh.place);
    const before = rowsIn(database);
    const second = await importPeople(ours.auth, fromLucia(oldTables(database)));
    expect(second).toEqual({ ...first, users: 0, accounts: 0, sessions: 0, wereHere: first.users });
    expect(rowsIn(database)).toEqual(before);
    database.close();
  });
});

describe("after the move from Lucia", () => {
  test.each(Object.keys(hashings) as Hashing[])("a password that was hashed by %s signs in", async (hashing) => {
    const email = `${hashing.toLowerCase()}@example.com`;
    const browser = newBrowser();
    expect(await signInBy(browser, email, password)).toBe(200);
    expect(await userIdOf(browser)).toBe(sample.hashed.get(hashing));
    expect(await signInBy(newBrowser(), email, password)).toBe(200);
  });

  test("a wrong password does not sign in", async () => {
    expect(await signInBy(newBrowser(), "scrypt@example.com", "not this one")).toBe(401);
  });

  test("a hash by Lucia 1 is read as Lucia reads it", async () => {
    const stored = hashOfVersion1("abcdefgh12345678");
    expect(await new LegacyScrypt().verify(stored, password)).toBe(true);
    expect(legacyScrypt.recognises(stored)).toBe(true);
    expect(await legacyScrypt.verify(stored, password)).toBe(true);
    expect(await legacyScrypt.verify(stored, "not this one")).toBe(false);
  });

  test("a user of GitHub is the same user", async () => {
    const browser = newBrowser();
    expect(await signInWith(idp, "github", browser)).toBe(`${origin}/in`);
    expect(await userIdOf(browser)).toBe(sample.bob);
  });

  test("an open session goes on in a cookie of Keyhold, and ends for the old cookie, too", async () => {
    const { ada } = browsers;
    const old = ada.cookies.get("auth_session");
    expect(await userIdOf(ada)).toBe(sample.ada);
    expect(ada.cookies.get("__Host-keyhold.session_token")).not.toBe(null);
    const unlinked = await (await ada.post("/unlink-account", { providerId: "github" })).json();
    expect(unlinked).toMatchObject({ code: "SESSION_IS_NOT_FRESH" });
    expect((await ada.post("/sign-out")).status).toBe(200);
    const other = newBrowser();
    other.cookies.accept([`auth_session=${old}; Path=/; Secure`]);
    expect(await userIdOf(other)).toBe(null);
  });

  test("a session that had expired stays closed", async () => {
    expect(browsers.late.cookies.get("auth_session")).not.toBe(null);
    expect(await userIdOf(browsers.late)).toBe(null);
  });
});
