import { createHmac, randomBytes, scryptSync } from "node:crypto";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { createAuth, type EmailMessage } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { cheapHashing, home } from "../../../../tests/harness/app.ts";
import { Browser } from "../../../../tests/harness/browser.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { openDatabase } from "../../../../tests/harness/processes/open.js";
import { createReferenceTables } from "../../../../tests/harness/reference-tables.ts";

/** Of this file alone: an auth with the secret of other files, and another database, would warn in their logs. */
const secret = "only for this test: 7d1c4b8e13a9d24f70";

const services = inject("services");
const oldSecret = "the secret of the library before";
const password = "a password of old";
const token = "Zx8Kq2Lm9Np4Rt7Vw3Yb6Cd1Fg5Hj0Sa";
const day = 86_400_000;

/** The form of wire.md 2.11: the hexadecimal text is the salt. */
function legacyHash(): string {
  const salt = randomBytes(16).toString("hex");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
  return `${salt}:${scryptSync(password.normalize("NFKC"), salt, 64, cost).toString("hex")}`;
}

// All tests share this hash: a hash is expensive.
const storedHash = legacyHash();

const signedByOld = (value: string, key = oldSecret): string =>
  encodeURIComponent(`${value}.${createHmac("sha256", key).update(value).digest("base64")}`);

describe.each(databaseTypes(services))("a database of the previous library, on %s, without a schema change", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;
  let auth: ReturnType<typeof open>;
  let messages: EmailMessage[];

  const open = (continueFrom?: { prefix: string; secret: string }) =>
    createAuth({
      secret,
      baseURL: home,
      database,
      mail: (message) => void messages.push(message),
      emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      cookies: continueFrom ? { continueFrom } : {},
    });

  beforeEach(async () => {
    messages = [];
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    await createReferenceTables(fresh);
    auth = open({ prefix: "better-auth", secret: oldSecret });
    db = database.connect(auth.schema);
    const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000 - day);
    const dates = { createdAt, updatedAt: createdAt };
    await db.insert(userModel, {
      id: "u".repeat(32),
      name: "Ada",
      email: "ada@example.com",
      emailVerified: true,
      ...dates,
    });
    await db.transactionOn(userModel, "u".repeat(32), async (tx, user) => {
      const account = {
        accountId: user.id,
        providerId: "credential",
        userId: user.id,
        password: storedHash,
        ...dates,
      };
      await tx.insert(accountModel, account, user);
    });
    const expiresAt = new Date(createdAt.getTime() + 7 * day);
    await db.insert(sessionModel, { userId: "u".repeat(32), token, expiresAt, ...dates, updatedAt: createdAt });
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  const askWith = (cookie: string, asked = auth) =>
    new Browser(asked.handler, home).get("/get-session", { headers: { cookie } });

  test("its session cookies are replaced by new ones, and cleared", async () => {
    const answer = await askWith(`better-auth.session_token=${signedByOld(token)}`);
    expect(answer.body).toMatchObject({ user: { email: "ada@example.com" } });
    const set = new Map(answer.cookies.map((cookie) => [cookie.name, cookie]));
    expect(set.get("better-auth.session_token")?.attributes.get("max-age")).toBe("0");
    const ours = set.get("keyhold.session_token");
    expect((await askWith(`keyhold.session_token=${ours?.value}`)).body).toMatchObject({
      user: { email: "ada@example.com" },
    });
    const [row] = await db.list(sessionModel, { userId: "u".repeat(32) }, { orderBy: "id", limit: 2 });
    expect(row?.token).toHaveLength(43);
  });

  test("a cookie that another secret signed is rejected", async () => {
    const forged = signedByOld(token, "another secret");
    expect((await askWith(`better-auth.session_token=${forged}`)).text).toBe("null");
    expect((await askWith(`better-auth.session_token=${token}.`)).text).toBe("null");
    expect((await askWith(`keyhold.session_token=${signedByOld(token)}`)).text).toBe("null");
  });

  test("without the option its cookies are ignored", async () => {
    const answer = await askWith(`better-auth.session_token=${signedByOld(token)}`, open());
    expect(answer.text).toBe("null");
    expect(answer.cookies).toEqual([]);
  });

  test("its users sign in, and their passwords are hashed anew", async () => {
    const answer = await new Browser(auth.handler, home).post("/sign-in/email", { email: "ada@example.com", password });
    expect(answer.status).toBe(200);
    const account = await db.find(accountModel, { providerId: "credential", accountId: "u".repeat(32) });
    expect(account?.password).toMatch(/^\$scrypt\$/);
  });

  test("its users reset their passwords by email, and delete their accounts with all data", async () => {
    const browser = new Browser(auth.handler, home);
    await browser.post("/forget-password", { email: "ada@example.com" });
    await auth.idle();
    const [message] = messages;
    if (message?.kind !== "reset-password") throw new Error("No email with a reset link was sent.");
    const newPassword = "a password of today";
    expect((await browser.post("/reset-password", { token: message.token, newPassword })).status).toBe(200);
    expect((await browser.post("/sign-in/email", { email: "ada@example.com", password: newPassword })).status).toBe(
      200,
    );
    expect((await browser.post("/delete-user", { password: newPassword })).body).toMatchObject({ success: true });
    const left = [db.count(userModel, {}), db.count(accountModel, {}), db.count(sessionModel, {})];
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
  });
});
