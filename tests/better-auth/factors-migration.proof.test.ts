import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { type AuthenticatorOptions, createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { codeAt } from "../harness/authenticator-app.ts";
import { type FreshDatabase, freshDatabase } from "../harness/databases.ts";
import { peerDatabaseTypes } from "./database.ts";
import { movingPages } from "./moving-pages.ts";
import { bundle, bundleOf, openPrevious, type PreviousLibrary } from "./previous.ts";

/** Second factors and passkeys that the real better-auth 1.2 and 1.7 have written, moved as docs/coming-from-better-auth.md says. */

const baseURL = "https://app.example.com";
const secret = "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a";
const password = "correct horse battery staple";
const email = "ada@example.com";
const page = movingPages();

/** The names of the page: better-auth's table keeps its own. */
const naming = { naming: { tables: { twoFactor: "keyholdTwoFactor" } } };

/** A statement of the page, by its first words. */
function statementOf(start: string): string {
  const found = new RegExp(`\`(${start}[^\`]*)\``).exec(page)?.[1];
  if (!found) throw new Error(`The page has no statement that begins with ${start}.`);
  return found;
}

interface Script {
  importAll(auth: unknown, rows: readonly unknown[], key: string): Promise<void>;
  importCodes(auth: unknown, users: readonly unknown[]): Promise<void>;
}

/** The script of the page, with the newest better-auth. */
async function scriptOfPage(): Promise<Script> {
  const text = /```ts\n(\/\/ import-totp\.ts\n[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const path = join(import.meta.dirname, `import-factors-${process.pid}.ts`);
  writeFileSync(path, text.replace("better-auth/crypto", "better-auth-newest/crypto"));
  return import(path).finally(() => rmSync(path));
}

const cases = peerDatabaseTypes(inject("services")).flatMap((type) =>
  (["1.2", "1.7"] as const).map((version) => ({ type, version })),
);

describe.each(cases)("on $type, a database of better-auth $version", ({ type, version }) => {
  let library: PreviousLibrary;
  beforeAll(async () => {
    library = await bundle(version);
  }, 60_000);
  afterAll(() => rmSync(bundleOf(version), { force: true }));

  let fresh: FreshDatabase;
  let previous: ReturnType<typeof openPrevious>;
  beforeEach(async () => {
    fresh = await freshDatabase(type, inject("services"));
    previous = openPrevious(fresh, version);
  });
  afterEach(async () => {
    await previous.close();
    await fresh.drop();
  });

  function previousAuth() {
    const auth = library.betterAuth({
      database: previous.database,
      baseURL,
      secret,
      rateLimit: { enabled: false },
      emailAndPassword: { enabled: true },
      plugins: [
        library.twoFactor({ issuer: "Tea Shop", otpOptions: { sendOTP: async () => undefined } }),
        library.passkey({ rpID: "app.example.com", origin: baseURL }),
      ],
    });
    const cookies = new Map<string, string>();
    async function call(path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
      const response = await auth.handler(
        new Request(`${baseURL}/api/auth${path}`, {
          method: body ? "POST" : "GET",
          headers: {
            "content-type": "application/json",
            origin: baseURL,
            cookie: [...cookies].map((cookie) => cookie.join("=")).join("; "),
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      const answer = await response.json();
      expect(response.status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
      return answer;
    }
    return { auth, call };
  }

  /** Ada at better-auth, with an authenticator app and a passkey. */
  async function prepare(device: AuthenticatorOptions) {
    const { auth, call } = previousAuth();
    await (await library.getMigrations(auth.options)).runMigrations();
    await call("/sign-up/email", { name: "Ada", email, password });
    const options = await call("/passkey/generate-register-options");
    const authenticator = createAuthenticator(device);
    const response = authenticator.register(options as never);
    await call("/passkey/verify-registration", { response, name: "Phone" });
    const enabled = await call("/two-factor/enable", { password });
    const base32 = new URL(String(enabled.totpURI)).searchParams.get("secret") ?? "";
    const code = codeAt(base32, new Date());
    await call("/two-factor/verify-totp", { code });
    return { authenticator, base32 };
  }

  function openKeyhold() {
    const database = type === "postgres" ? postgres(fresh.place, naming) : sqlite(fresh.place, naming);
    const fixture = createTestAuth({
      plugins: [twoFactor(), passkey({ rpId: "app.example.com" })],
      clientPlugins: [twoFactorClient(), passkeyClient()],
      config: { database },
    });
    return { ...fixture, database };
  }

  test.each([
    ["verifies the user", { verifies: true }, null],
    ["does not verify the user, and counts", { verifies: false, counts: true }, ["passkey", "totp", "backup-code"]],
  ] as const)("keeps the authenticator app and the passkey of a device that %s", async (_, device, asked) => {
    const { authenticator, base32 } = await prepare(device);
    expect(await previous.run(statementOf('select "credentialID", count'))).toEqual([]);
    const { auth, visit, database } = openKeyhold();
    await (await planMigration(database, auth.schema)).apply();
    const { importAll } = await scriptOfPage();
    await importAll(auth, await previous.run(statementOf("select t")), secret);

    const { client } = visit();
    const { data } = await client.signIn.email({ email, password });
    expect(data).toMatchObject({ twoFactorMethods: ["passkey", "totp", "backup-code"] });
    const { code } = await auth.api.generateTotp({ secret: base32 });
    expect((await client.twoFactor.verifyTotp({ code })).data).toMatchObject({ user: { email } });
    expect((await client.passkey.listUserPasskeys()).data).toMatchObject([{ name: "Phone", lastUsedAt: null }]);

    const phone = visit();
    const options = await phone.client.passkey.generateAuthenticateOptions();
    if (!options.data) throw new Error("No options of a sign-in.");
    const response = authenticator.authenticate(options.data);
    const signedIn = await phone.client.passkey.verifyAuthentication({ response });
    expect(signedIn.error).toBe(null);
    expect(signedIn.data).toMatchObject(
      asked ? { twoFactorMethods: asked.filter((method) => method !== "passkey") } : { user: { email } },
    );
    await database.close();
  });

  // Before, no user had sent codes alone.
  if (version === "1.7")
    test("keeps the sent codes of a user without an authenticator app", async () => {
      const { auth: before, call } = previousAuth();
      await (await library.getMigrations(before.options)).runMigrations();
      await call("/sign-up/email", { name: "Ada", email, password });
      await call("/two-factor/enable", { password, method: "otp" });
      const { auth, visit, mailbox, database } = openKeyhold();
      await (await planMigration(database, auth.schema)).apply();
      expect(await previous.run(statementOf("select t"))).toEqual([]);
      const { importCodes } = await scriptOfPage();
      await importCodes(auth, await previous.run(statementOf('select "id" from "user"')));

      const { client } = visit();
      const { data } = await client.signIn.email({ email, password });
      expect(data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
      expect((await client.twoFactor.sendOtp()).error).toBe(null);
      const { code } = await mailbox.waitFor(email, { kind: "two-factor.code" });
      expect((await client.twoFactor.verifyOtp({ code })).data).toMatchObject({ user: { email } });
      await database.close();
    });

  test("with one credential twice is not migrated until the later row is deleted", async () => {
    const { authenticator } = await prepare({});
    await previous.run(
      `insert into "passkey" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt") select 'copy', 'Copy', "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt" from "passkey"`,
    );
    expect(await previous.run(statementOf('select "credentialID", count'))).toMatchObject([
      { credentialID: authenticator.id },
    ]);
    const { auth, database } = openKeyhold();
    const migrate = async () => (await planMigration(database, auth.schema)).apply();
    await expect(migrate()).rejects.toThrow(/unique/i);
    await previous.run(`delete from "passkey" where "id" = 'copy'`);
    await migrate();
    await database.close();
  });
});
