import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, password } from "../../../../tests/harness/app.ts";

// Shorter than one hash, so that few callers of the crowd wait.
const emailAndPassword = {
  passwordQueueSeconds: 0.01,
  passwordHashing: { algorithm: "scrypt", cost: { logN: 13, blockSize: 8, parallelism: 1 } },
} as const;

let app: App;

beforeEach(async () => {
  app = openApp({ emailAndPassword });
  await app.browser().post("/sign-up/email", { ...alice, username: "alice" });
});

/** Far more callers of one network than may wait, on any number of cores. */
const crowd = Array.from({ length: 200 }, (_, index) => index);

describe("if passwords would wait longer to be hashed than configured", () => {
  test.each([
    ["a sign-in", "/sign-in/email", { email: alice.email, password }],
    ["a sign-in with a wrong password", "/sign-in/email", { email: alice.email, password: "a wrong password" }],
    ["a sign-in of an unknown user", "/sign-in/email", { email: "nobody@example.com", password }],
    ["a sign-in by username", "/sign-in/username", { username: "alice", password }],
    ["a sign-up for a taken address", "/sign-up/email", alice],
  ])("%s fails with 503 and Retry-After", async (_, path, body) => {
    const answers = await Promise.all(crowd.map(() => app.browser().post(path, body)));
    const refused = answers.filter((answer) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(crowd.length);
    for (const answer of refused) {
      expect(answer.body).toEqual({ code: "SERVICE_UNAVAILABLE", message: "Service unavailable, try again later" });
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(answer.cookies).toEqual([]);
    }
    expect(app.logged).toEqual([]);
  });

  test("a failed sign-up writes no row", async () => {
    const people = crowd.map((index) => ({ ...alice, email: `p${index}@example.com` }));
    const answers = await Promise.all(people.map((person) => app.browser().post("/sign-up/email", person)));
    const accepted = answers.filter((answer) => answer.status === 200).length;
    expect(await countRows(app)).toEqual({ users: accepted + 1, accounts: accepted + 1, sessions: accepted + 1 });
  });

  test("sessions are read without a delay", async () => {
    const browser = app.browser();
    await browser.post("/sign-in/email", alice);
    const rush = Promise.all(crowd.map(() => app.browser().post("/sign-in/email", alice)));
    const reads = await Promise.all(crowd.map(() => browser.get("/get-session")));
    expect(new Set(reads.map((answer) => answer.status))).toEqual(new Set([200]));
    await rush;
  });

  test("the queue is free again afterwards", async () => {
    await Promise.all(crowd.map(() => app.browser().post("/sign-in/email", alice)));
    expect((await app.browser().post("/sign-in/email", alice)).status).toBe(200);
  });
});
