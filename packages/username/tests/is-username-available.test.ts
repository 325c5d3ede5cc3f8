import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type UsernameOptions, username } from "../src/index.js";

const ann = { email: "ann@example.com", name: "Ann", password: "a right password" };

async function open(options: Partial<UsernameOptions> = {}) {
  const { auth, browser } = createTestAuth({ plugins: [username(options)], config: { rateLimit: { enabled: true } } });
  await browser.post("/sign-up/email", { ...ann, username: "Ann_1" });
  const ask = async (name: unknown) => {
    const answer = await browser.post("/is-username-available", { username: name });
    return { status: answer.status, body: await answer.json() };
  };
  return { auth, ask };
}

describe("is-username-available", () => {
  test("answers true for a free name, and false for a taken name in any capitals", async () => {
    const { auth, ask } = await open();
    expect(await ask("ann_2")).toEqual({ status: 200, body: { available: true } });
    expect(await ask("ann_1")).toEqual({ status: 200, body: { available: false } });
    expect(await ask("ANN_1")).toEqual({ status: 200, body: { available: false } });
    expect(await auth.api.isUsernameAvailable({ username: "Ann_1" })).toEqual({ available: false });
  });

  test("fails as a sign-up does for a name that no user can have", async () => {
    const { ask } = await open({ usernameValidator: (name) => name !== "root" });
    expect(await ask("ab")).toMatchObject({ status: 422, body: { code: "USERNAME_IS_TOO_SHORT" } });
    expect(await ask("x".repeat(31))).toMatchObject({ status: 422, body: { code: "USERNAME_IS_TOO_LONG" } });
    expect(await ask("a b c")).toMatchObject({ status: 422, body: { code: "USERNAME_IS_INVALID" } });
    expect(await ask("Root")).toMatchObject({ status: 422, body: { code: "USERNAME_IS_INVALID" } });
    expect(await ask(7)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("answers 30 questions of a client in a minute", async () => {
    const { ask } = await open();
    const asked = [];
    for (let count = 0; count < 31; count += 1) asked.push((await ask("ann_2")).status);
    expect(asked.filter((status) => status === 200)).toHaveLength(30);
    expect(asked.at(-1)).toBe(429);
  });

  test("is 404 with disableAvailabilityCheck", async () => {
    const { ask } = await open({ disableAvailabilityCheck: true });
    expect(await ask("ann_2")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});

test("visitors of an app without sign-ups learn of no username", async () => {
  const { browser } = createTestAuth({
    plugins: [username()],
    config: { emailAndPassword: { enabled: true, disableSignUp: true } },
  });
  expect((await browser.post("/is-username-available", { username: "ada_l" })).status).toBe(404);
});
