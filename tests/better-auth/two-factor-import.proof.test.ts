import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { betterAuth } from "better-auth-newest";
import { getMigrations } from "better-auth-newest/db/migration";
import { twoFactor as previousTwoFactor } from "better-auth-newest/plugins";
import { afterEach, expect, test } from "vitest";
import { codeAt } from "../harness/authenticator-app.ts";
import { movingPages } from "./moving-pages.ts";

/** The secrets of second factors that the real better-auth 1.7 has written, in an auth of this library. */

const secret = "peer-0c1f6b7a93d84e52a6f0b8d7c4e1935a";
const password = "correct horse battery staple";
const email = "ada@example.com";
const file = join(tmpdir(), `keyhold-two-factor-${process.pid}.db`);

afterEach(() => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
});

/** Ada signs up at better-auth and enrols; answers the secret in base32, as her authenticator app has it. */
async function enrolAtPrevious(database: DatabaseSync): Promise<string> {
  const auth = betterAuth({
    database,
    baseURL: "https://app.example.com",
    secret,
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true },
    plugins: [previousTwoFactor({ issuer: "Tea Shop" })],
  });
  await (await getMigrations(auth.options)).runMigrations();
  const { headers } = await auth.api.signUpEmail({ body: { name: "Ada", email, password }, returnHeaders: true });
  const cookie = headers.getSetCookie().map((line) => line.split(";")[0]);
  const enabled = await auth.api.enableTwoFactor({
    body: { password },
    headers: new Headers({ cookie: cookie.join("; ") }),
  });
  const base32 = "totpURI" in enabled ? (new URL(enabled.totpURI).searchParams.get("secret") ?? "") : "";
  const code = codeAt(base32, new Date());
  await auth.api.verifyTOTP({ body: { code }, headers: new Headers({ cookie: cookie.join("; ") }) });
  return base32;
}

test("a user of better-auth's twoFactor signs in with the codes of the same authenticator app", async () => {
  const previous = new DatabaseSync(file);
  const base32 = await enrolAtPrevious(previous);
  expect(previous.prepare('select "verified" from "twoFactor"').get()).toEqual({ verified: 1 });
  previous.exec('alter table "twoFactor" rename to "previousTwoFactor"');
  const database = sqlite(file);
  const fixture = createTestAuth({ plugins: [twoFactor()], clientPlugins: [twoFactorClient()], config: { database } });
  await (await planMigration(database, fixture.auth.schema)).apply();
  const rows = previous.prepare('select "userId", "secret" from "previousTwoFactor"').all();
  const { importAll } = await scriptOfDocs();
  await importAll(fixture.auth, rows, secret);
  const { client } = fixture.visit();
  expect((await client.signIn.email({ email, password })).data).toMatchObject({
    twoFactorMethods: ["totp", "backup-code"],
  });
  const { code } = await fixture.auth.api.generateTotp({ secret: base32 });
  expect((await client.twoFactor.verifyTotp({ code })).data).toMatchObject({ user: { email } });
  await database.close();
  previous.close();
});

interface Script {
  importAll(auth: unknown, rows: readonly Readonly<Record<string, unknown>>[], key: string): Promise<void>;
}

/** The script of docs/coming-from-better-auth.md, with the newest better-auth. */
async function scriptOfDocs(): Promise<Script> {
  const page = movingPages();
  const text = /```ts\n(\/\/ import-totp\.ts\n[\s\S]*?)```/.exec(page)?.[1] ?? "";
  const path = join(import.meta.dirname, `import-totp-${process.pid}.ts`);
  writeFileSync(path, text.replace("better-auth/crypto", "better-auth-newest/crypto"));
  return import(path).finally(() => rmSync(path));
}

test("the migration stops at the table of better-auth until it is renamed, and changes nothing", async () => {
  const previous = new DatabaseSync(file);
  await enrolAtPrevious(previous);
  const tables = () => previous.prepare("select sql from sqlite_master order by name").all();
  const before = tables();
  const database = sqlite(file);
  const { auth } = createTestAuth({ plugins: [twoFactor()], config: { database } });
  const planned = planMigration(database, auth.schema);
  await expect(planned).rejects.toThrow('"twoFactor.createdAt" is required');
  await expect(planned).rejects.toThrow("If the table is another library's, rename it first.");
  expect(tables()).toEqual(before);
  await database.close();
  previous.close();
});
