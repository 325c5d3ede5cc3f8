import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";

/** The statements of the counts of a guess at a password: the hash is slow, and each statement is a round trip. */

const email = "ann@example.com";

async function open() {
  const database = counted(memory());
  const limits = { "/sign-in/email": false, "/sign-up/email": false } as const;
  const config = { database, rateLimit: { enabled: true, storage: "database", limits } } as const;
  const world = createTestAuth({ config });
  const { password, browser } = await world.signUp(email);
  // Swept before, so that no sweep runs while statements are counted.
  await world.auth.api.removeExpired();
  const counts = async (work: () => Promise<unknown>): Promise<string> => {
    database.reset();
    await work();
    await world.auth.idle();
    return database.calls.flatMap(({ verb, model }) => (model === "rateLimit" ? [verb] : [])).join(" ");
  };
  const guess = (given: string, at = email) =>
    world.visit({ ipAddress: "203.0.113.9" }).browser.post("/sign-in/email", { email: at, password: given });
  return { ...world, password, browser, counts, guess };
}

/** Two reads, and a count of the network, of the account and of the address. */
const compared = "list list add insert add insert add insert";

describe("the statements of the counts", () => {
  test("of a right password from an unknown browser", async () => {
    const { counts, guess, password } = await open();
    expect(await counts(() => guess(password))).toBe(`${compared} list remove add insert`);
    // The counts of the address go on.
    expect(await counts(() => guess(password))).toBe("list list add insert add insert add list remove add");
  });

  test("of a wrong password are those of a name without an account", async () => {
    const { counts, guess } = await open();
    const wrong = await counts(() => guess("a wrong password"));
    expect(wrong).toBe(`${compared} add insert add insert`);
    const { counts: others, guess: guessElsewhere } = await open();
    expect(await others(() => guessElsewhere("a wrong password", "nobody@example.com"))).toBe(wrong);
  });

  test("of a guess after a change of the password are as many", async () => {
    const { counts, guess, password, browser } = await open();
    const newPassword = "another password";
    expect((await browser.post("/change-password", { currentPassword: password, newPassword })).status).toBe(200);
    expect(await counts(() => guess("a wrong password"))).toMatch(/^list list add( insert)? add( insert)? add/);
  });
});

test("a new password resets no counts if the app counts no wrong passwords", async () => {
  const database = counted(memory());
  const limits = { "/forget-password": false, "/reset-password": false } as const;
  const rateLimit = { enabled: true, storage: "database", wrongPasswords: false, limits } as const;
  const world = createTestAuth({ config: { database, rateLimit } });
  await world.signUp(email);
  await world.client.forgetPassword({ email, redirectTo: "/new" });
  const { token } = await world.mailbox.waitFor(email, { kind: "reset-password" });
  await world.auth.api.removeExpired();
  database.reset();
  expect((await world.client.resetPassword({ token, newPassword: "another password" })).error).toBe(null);
  await world.auth.idle();
  expect(database.calls.filter(({ model }) => model === "rateLimit").map(({ verb }) => verb)).toEqual([]);
});
