import { createHook } from "node:async_hooks";
import { scryptSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  passwordHashOf,
  replacePasswordHash,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, removePassword } from "../../../../tests/harness/rows.ts";

let app: App;
let userId: string;

beforeEach(async () => {
  app = openApp({ emailAndPassword: { autoSignIn: false } });
  await app.browser().post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  app.events.length = 0;
});

const signIn = (given = password, email = alice.email) =>
  app.browser().post("/sign-in/email", { email, password: given });

/** The form of the previous library: the salt's hexadecimal text is the salt. */
function legacyHash(text: string): string {
  const salt = "00112233445566778899aabbccddeeff";
  const options = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 };
  return `${salt}:${scryptSync(text.normalize("NFKC"), salt, 64, options).toString("hex")}`;
}

describe("a hash of the previous library", () => {
  const legacy = legacyHash(password);
  beforeEach(() => replacePasswordHash(app, userId, legacy));

  test("opens a session for the right password, and is replaced", async () => {
    expect((await signIn()).status).toBe(200);
    expect(await passwordHashOf(app, userId)).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/);
    expect((await signIn()).status).toBe(200);
  });

  test("is unchanged by a wrong password", async () => {
    const before = await passwordHashOf(app, userId);
    expect((await signIn("a wrong password")).status).toBe(401);
    expect(await passwordHashOf(app, userId)).toBe(before);
  });

  test("is as old as the password when it is replaced", async () => {
    const updatedAt = async () => (await allRows(app)).accounts.map((account) => account.updatedAt);
    const before = await updatedAt();
    app.wait(60);
    await signIn();
    expect(await updatedAt()).toEqual(before);
  });

  test("emits an event when it is replaced", async () => {
    await signIn();
    expect(app.events.map((event) => event.type)).toEqual(["password.rehashed", "session.created"]);
  });
});

describe("a hash of this library", () => {
  test("is unchanged by a sign-in", async () => {
    const before = await passwordHashOf(app, userId);
    await signIn();
    expect(await passwordHashOf(app, userId)).toBe(before);
  });

  describe("of another recipe than the app's", () => {
    let later: App;
    let laterId: string;

    beforeEach(async () => {
      const passwordHashing = { algorithm: "scrypt", cost: { logN: 5, blockSize: 8, parallelism: 1 } } as const;
      later = openApp({ emailAndPassword: { passwordHashing } });
      await later.browser().post("/sign-up/email", alice);
      laterId = (await userByEmail(later)).id;
      await replacePasswordHash(later, laterId, String(await passwordHashOf(app, userId)));
    });

    test("is replaced", async () => {
      expect((await later.browser().post("/sign-in/email", alice)).status).toBe(200);
      expect(await passwordHashOf(later, laterId)).toMatch(/^\$scrypt\$ln=5,/);
    });

    test("is replaced once by sixteen concurrent sign-ins, and all of them succeed", async () => {
      later.events.length = 0;
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => later.browser().post("/sign-in/email", alice)),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 16 }, () => 200));
      await later.auth.idle();
      expect(later.events.filter((event) => event.type === "password.rehashed")).toHaveLength(1);
    });

    test("lets the password be changed while it is replaced", async () => {
      const browser = later.browser();
      await browser.post("/sign-in/email", alice);
      await replacePasswordHash(later, laterId, String(await passwordHashOf(app, userId)));
      const change = { currentPassword: password, newPassword: "another password" };
      const [changed] = await Promise.all([
        browser.post("/change-password", change),
        ...Array.from({ length: 15 }, () => later.browser().post("/sign-in/email", alice)),
      ]);
      expect(changed?.status).toBe(200);
      expect((await later.browser().post("/sign-in/email", alice)).status).toBe(401);
    });
  });
});

describe("an unreadable hash is a wrong password:", () => {
  const salt = "c2FsdHNhbHRzYWx0c2FsdA";
  const hash = "a".repeat(43);

  test.each([
    ["empty", ""],
    ["a word", "abc"],
    ["two words", "a:b"],
    ["the password itself", password],
    ["another algorithm", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"],
    ["an unknown version", `$argon2id$v=16$m=64,t=1,p=1$${salt}$${hash}`],
    ["a salt of an impossible length", `$scrypt$ln=4,r=8,p=1$${"A".repeat(13)}$${hash}`],
    ["a hash of an impossible length", `$scrypt$ln=4,r=8,p=1$${salt}$${"a".repeat(45)}`],
    ["a cost of zero", `$scrypt$ln=0,r=0,p=0$${salt}$${hash}`],
    ["a cost beyond every machine", `$scrypt$ln=99,r=99,p=99$${salt}$${hash}`],
    ["a memory beyond every machine", `$argon2id$v=19$m=99999999,t=999,p=99$${salt}$${hash}`],
    ["less memory than lanes", `$argon2id$v=19$m=1,t=1,p=4$${salt}$${hash}`],
    ["a megabyte", "a".repeat(1_000_000)],
  ])("%s", async (_, stored) => {
    await replacePasswordHash(app, userId, stored);
    expectError(await signIn(), 401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
    expect(app.logged).toEqual([]);
    expect(await passwordHashOf(app, userId)).toBe(stored);
  });
});

describe("the work of a sign-in", () => {
  let hashes = 0;
  const counter = createHook({
    init: (_id, type) => {
      if (/^(SCRYPT|ARGON2)REQUEST$/.test(type)) hashes += 1;
    },
  });

  beforeAll(() => counter.enable());
  afterAll(() => counter.disable());

  async function hashesOf(work: () => Promise<unknown>): Promise<number> {
    hashes = 0;
    await work();
    return hashes;
  }

  test("is one hash for the right password, a wrong one and an unknown address", async () => {
    expect(await hashesOf(() => signIn())).toBe(1);
    expect(await hashesOf(() => signIn("a wrong password"))).toBe(1);
    expect(await hashesOf(() => signIn(password, "nobody@example.com"))).toBe(1);
  });

  test("is one hash for a user with an unreadable hash", async () => {
    await replacePasswordHash(app, userId, "abc");
    expect(await hashesOf(() => signIn())).toBe(1);
  });

  test("is one hash for a known and an unknown username", async () => {
    const send = (username: string) => app.browser().post("/sign-in/username", { username, password });
    await app.browser().post("/sign-up/email", { ...alice, email: "named@example.com", username: "named" });
    expect(await hashesOf(() => send("named"))).toBe(1);
    expect(await hashesOf(() => send("nobody"))).toBe(1);
  });

  test("is one hash for a user without a password", async () => {
    await removePassword(app, userId);
    expect(await hashesOf(() => signIn())).toBe(1);
  });

  test("is no hash for a password beyond the maximum length", async () => {
    const long = "x".repeat(1025);
    expect(await hashesOf(() => signIn(long))).toBe(0);
    expect(await hashesOf(() => signIn(long, "nobody@example.com"))).toBe(0);
  });

  test("is one hash at sign-up, for a free and for a taken address", async () => {
    expect(await hashesOf(() => app.browser().post("/sign-up/email", { ...alice, email: "new@example.com" }))).toBe(1);
    expect(await hashesOf(() => app.browser().post("/sign-up/email", alice))).toBe(1);
  });
});

test("a password is right until it is changed, ten years later, too", async () => {
  app.wait(10 * 365 * 86_400);
  expect((await signIn()).status).toBe(200);
});
