import { createTestAuth } from "@keyhold/testing";
import { beforeEach, expect, test } from "vitest";

/**
 * The page of a reset gets the reset's token: the page is at an origin that is written out, and not at any host below a
 * star.
 */

const email = "ann@example.com";
const open = () =>
  createTestAuth({
    config: {
      baseURL: "https://app.example.com",
      trustedOrigins: ["https://*.example.com", "https://login.example.org", "myapp://"],
    },
  });
let world: ReturnType<typeof open>;
beforeEach(async () => {
  world = open();
  await world.signUp(email);
  await world.auth.idle();
});

const ask = async (path: string, redirectTo: string) => {
  const response = await world.browser.post(path, { email, redirectTo });
  return [response.status, ((await response.json()) as { code?: string }).code ?? null];
};

test.each(["/forget-password", "/request-password-reset"])("%s takes no host of a wildcard", async (path) => {
  const before = world.mailbox.messages.length;
  for (const host of ["https://evil.example.com/new", "https://APP2.example.com"])
    expect(await ask(path, host)).toEqual([403, "INVALID_REDIRECTURL"]);
  await world.auth.idle();
  expect(world.mailbox.messages).toHaveLength(before);
});

test.each(["/new", "https://app.example.com/new", "https://login.example.org/new", "myapp://reset"])(
  "a reset may lead to %s",
  async (redirectTo) => {
    expect(await ask("/request-password-reset", redirectTo)).toEqual([200, null]);
    expect((await world.mailbox.waitFor(email, { kind: "reset-password" })).to).toBe(email);
  },
);

test("a target that gets no secret may be at a host of a wildcard", async () => {
  const response = await world.browser.post("/send-verification-email", {
    email,
    callbackURL: "https://tenant.example.com/welcome",
  });
  expect(response.status).toBe(200);
});
