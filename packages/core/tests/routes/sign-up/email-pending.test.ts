import { createHook } from "node:async_hooks";
import { memory } from "@keyhold/adapter-memory";
import { intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes, cheapHashing, openApp, userByEmail } from "../../../../../tests/harness/app.ts";
import type { Answer } from "../../../../../tests/harness/browser.ts";
import { expectError } from "../../../../../tests/harness/expect-error.ts";
import { follow, type MailApp, openMailApp, prove, signUp } from "../../emails.js";

const hour = 3600;
const attackers = { name: "Mallory", password: "the attacker's password" };
const owner = { ...alice, username: "alice" };
const taken = "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER";

let app: MailApp;

function open({ emailAndPassword, ...changes }: Changes = {}): void {
  app = openMailApp({ ...changes, emailAndPassword: { requireEmailVerification: true, ...emailAndPassword } });
}

beforeEach(() => open());

const join = (email: string, more: object = {}): Promise<Answer> =>
  app.browser().post("/sign-up/email", { ...attackers, email, ...more });
const signIn = (email: string, password = attackers.password): Promise<Answer> =>
  app.browser().post("/sign-in/email", { email, password });
const byUsername = (username: string, password = attackers.password): Promise<Answer> =>
  app.browser().post("/sign-in/username", { username, password });

const kinds = ["free", "pending", "taken", "taken without a password"] as const;

/** An address of each kind, with which an attacker signs up. */
async function addressOf(kind: (typeof kinds)[number]): Promise<string> {
  const email = `${kind.replaceAll(" ", "-")}@example.com`;
  if (kind === "free") return email;
  if (kind === "taken without a password") {
    await app.auth.api.createUser({ email, name: "Owner", emailVerified: true });
    return email;
  }
  await signUp(app, { ...alice, email });
  if (kind === "taken") await prove(app, email);
  await app.auth.idle();
  return email;
}

const shown = ({ status, text, cookies }: Answer, email: string) => ({
  status,
  cookies: cookies.map(({ name }) => name),
  text: text
    .replace(/"id":"[^"]+"/, "")
    .replaceAll(/mallory-\w+/g, "USERNAME")
    .replace(email, "EMAIL"),
});

describe("a caller who signs up with an address cannot find out by a response whether it had an account:", () => {
  test.each(kinds)(
    "%s: after the sign-up the own password is not rejected as wrong, and opens no session",
    async (kind) => {
      const email = await addressOf(kind);
      expect((await join(email)).status).toBe(200);
      expectError(await signIn(email), 403, "EMAIL_NOT_VERIFIED", "Email not verified");
      expectError(
        await signIn(email, "another password"),
        401,
        "INVALID_EMAIL_OR_PASSWORD",
        "Invalid email or password",
      );
    },
  );

  test.each(kinds)("%s: nor by the given username", async (kind) => {
    const email = await addressOf(kind);
    await join(email, { username: "mallory" });
    expectError(await byUsername("mallory"), 403, "EMAIL_NOT_VERIFIED", "email not verified");
    expect((await byUsername("mallory", "another password")).status).toBe(401);
  });

  test.each(kinds)("%s: the username is taken for every other sign-up, and for existing users", async (kind) => {
    const email = await addressOf(kind);
    await join(email, { username: "mallory" });
    for (const other of ["other@example.com", email])
      expect((await join(other, { username: "MALLORY" })).body?.code).toBe(taken);
    await signUp(app, { ...alice, email: "carol@example.com" });
    await prove(app, "carol@example.com");
    const carol = app.browser();
    await carol.post("/sign-in/email", { ...alice, email: "carol@example.com" });
    expect((await carol.post("/update-user", { username: "mallory" })).body?.code).toBe(taken);
    expect((await carol.post("/update-user", { username: "carol" })).status).toBe(200);
  });

  test.each(kinds)("%s: the budget for wrong passwords is used up alike", async (kind) => {
    const limits: Readonly<Record<string, false>> = { "/sign-in/email": false, "/sign-up/email": false };
    open({ rateLimit: { enabled: true, limits } });
    const email = await addressOf(kind);
    await join(email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) statuses.push((await signIn(email)).status);
    expect(statuses).toEqual([...Array(20).fill(403), 429, 429]);
  });

  test("the responses for all kinds are equal, word for word", async () => {
    const answers = [];
    for (const [index, kind] of kinds.entries()) {
      const email = await addressOf(kind);
      const steps = [
        await join(email, { username: `mallory-${index}`.replace("-", "_") }),
        await join(email, { username: `mallory_${index}` }),
        await join(email),
        await signIn(email),
        await signIn(email, "another password"),
        await byUsername(`mallory_${index}`),
      ];
      answers.push(JSON.stringify(steps.map((step) => shown(step, email))).replaceAll(`mallory_${index}`, "NAME"));
    }
    expect(new Set(answers).size).toBe(1);
  });

  test.each(kinds)(
    "%s: sign-up and sign-in hash once each, and no password is hashed after a response",
    async (kind) => {
      const email = await addressOf(kind);
      let hashes = 0;
      const init = (_id: number, type: string): void => {
        if (type === "SCRYPTREQUEST") hashes += 1;
      };
      const counter = createHook({ init }).enable();
      const counted = async (ask: () => Promise<Answer>): Promise<number> => {
        hashes = 0;
        await ask();
        await app.auth.idle();
        return hashes;
      };
      expect(await counted(() => join(email, { username: "mallory" }))).toBe(1);
      expect(await counted(() => join(email))).toBe(1);
      expect(await counted(() => signIn(email))).toBe(1);
      expect(await counted(() => signIn(email, "another password"))).toBe(1);
      expect(await counted(() => byUsername("mallory"))).toBe(1);
      counter.disable();
    },
  );
});

describe("a pending sign-up", () => {
  beforeEach(async () => {
    await signUp(app, owner);
    await prove(app, owner.email);
    await join(owner.email, { username: "mallory" });
    await app.auth.idle();
    app.mailbox.clear();
  });

  test("changes no data of the owner of the address", async () => {
    expect((await signIn(owner.email, owner.password)).status).toBe(200);
    expect((await byUsername("alice", owner.password)).status).toBe(200);
    expect(await userByEmail(app)).toMatchObject({ name: "Alice", username: "alice" });
  });

  test("lasts as long as its email, and its username is free afterwards", async () => {
    app.wait(hour - 1);
    expect((await join("bob@example.com", { username: "mallory" })).body?.code).toBe(taken);
    app.wait(1);
    expect((await signIn(owner.email)).status).toBe(401);
    expect((await join("bob@example.com", { username: "mallory" })).status).toBe(200);
    expect(await userByEmail(app, "bob@example.com")).toMatchObject({ username: "mallory" });
  });

  test("lasts longer if a sign-in would have sent another email, and sends no email", async () => {
    app.wait(hour - 1);
    expect((await signIn(owner.email)).status).toBe(403);
    await app.auth.idle();
    app.wait(hour - 1);
    expect((await signIn(owner.email)).status).toBe(403);
    await app.auth.idle();
    expect(app.mailbox.messages).toEqual([]);
  });

  test("gives no further guesses at the owner's password", async () => {
    const limits: Readonly<Record<string, false>> = { "/sign-in/email": false, "/sign-up/email": false };
    const limited = openMailApp({
      emailAndPassword: { requireEmailVerification: true },
      rateLimit: { enabled: true, limits },
    });
    app = limited;
    await signUp(app, owner);
    await prove(app, owner.email);
    await join(owner.email);
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await signIn(owner.email, `guess ${guess}`)).status).toBe(401);
      expect((await signIn(owner.email)).status).toBe(403);
    }
    expect((await signIn(owner.email, "guess 11")).status).toBe(429);
  });

  test("stores ten passwords, with and without an account of the address", async () => {
    for (const email of [owner.email, "free@example.com"]) {
      for (let time = email === owner.email ? 1 : 0; time < 12; time += 1)
        await join(email, { password: `the password ${time}` });
      const statuses = [];
      for (let time = 1; time < 12; time += 1) statuses.push((await signIn(email, `the password ${time}`)).status);
      expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(9);
      expect(statuses.at(-1)).toBe(401);
    }
  });

  test("ends when the owner changes the password", async () => {
    const browser = app.browser();
    await browser.post("/sign-in/email", owner);
    await browser.post("/change-password", { currentPassword: owner.password, newPassword: "a newer password" });
    expect((await signIn(owner.email)).status).toBe(401);
    expect((await signIn(owner.email, "a newer password")).status).toBe(200);
  });
});

test("pending sign-ups of an address end when the address is verified", async () => {
  await signUp(app, owner);
  await join(owner.email);
  await follow(app, "verify-email");
  expect((await signIn(owner.email)).status).toBe(401);
  expect((await signIn(owner.email, owner.password)).status).toBe(401);
});

test("if addresses need not be verified, no pending sign-up is stored or looked up", async () => {
  const ran: string[] = [];
  const database = intercept(memory(), {
    verb: ({ verb, model }, run) => {
      ran.push(`${verb} ${model}`);
      return run();
    },
  });
  const plain = openApp({ database, emailAndPassword: { passwordHashing: cheapHashing } });
  await plain.browser().post("/sign-up/email", owner);
  await plain.browser().post("/sign-in/email", owner);
  // The sign-up asks whether the address is reserved as the old address of a user.
  expect(ran.filter((line) => /^(find|insert|take) verification$/.test(line))).toEqual(["find verification"]);
});

test("sixteen concurrent sign-ups with a taken address store every password, and one of them its username", async () => {
  await signUp(app, owner);
  await prove(app, owner.email);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      join(owner.email, { password: `the password ${index}`, ...(index % 2 === 0 && { username: "mallory" }) }),
    ),
  );
  expect(answers.filter(({ body }) => body?.code === taken)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const statuses = await Promise.all(
    answers.map(async ({ status }, index) => [status, (await signIn(owner.email, `the password ${index}`)).status]),
  );
  expect(statuses.every(([signedUp, signedIn]) => signedIn === (signedUp === 200 ? 403 : 401))).toBe(true);
});
