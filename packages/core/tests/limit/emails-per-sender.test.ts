import { beforeEach, describe, expect, test } from "vitest";
import { alice, openApp } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { type MailApp, openMailApp, prove } from "../emails.js";

const day = 86_400;
const tooMany = [429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later."] as const;
const max = 5;

/** Turns the limits of routes off. */
const limits: Readonly<Record<string, false>> = {
  "/sign-up/email": false,
  "/forget-password": false,
  "/send-verification-email": false,
  "/organization/invite-member": false,
  "/organization/create": false,
};
const rateLimit = { enabled: true, limits, emailsPerSender: { windowSeconds: day, max } };

let app: MailApp;
beforeEach(() => {
  app = openMailApp({ rateLimit, clientAddress: { trustedProxies: 1 }, isWhole: true });
});

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const reset = (turn: number, address: string) =>
  app.browser().post("/forget-password", { email: `person${turn}@example.com` }, from(address));

describe("one client address", () => {
  test("may have emails sent to a limited number of addresses a day, over all routes", async () => {
    for (let turn = 0; turn < max - 1; turn += 1) expect((await reset(turn, "192.0.2.1")).status).toBe(200);
    const signUp = (email: string) => app.browser().post("/sign-up/email", { ...alice, email }, from("192.0.2.1"));
    expect((await signUp("last@example.com")).status).toBe(200);
    const answer = await signUp("one-more@example.com");
    expectError(answer, ...tooMany);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(day - 60);
    expect((await reset(9, "192.0.2.2")).status).toBe(200);
    app.wait(day);
    expect((await reset(9, "192.0.2.1")).status).toBe(200);
  });

  test("is not counted for an invalid body, nor if it is unknown, nor without mail", async () => {
    for (let turn = 0; turn < 2 * max; turn += 1)
      await app.browser().post("/forget-password", { nothing: turn }, from("192.0.2.1"));
    expect((await reset(1, "192.0.2.1")).status).toBe(200);
    for (let turn = 0; turn < 2 * max; turn += 1)
      expect((await app.browser().post("/forget-password", { email: `a${turn}@example.com` })).status).toBe(200);
    const plain = openApp({
      rateLimit: { ...rateLimit, limits: { "/sign-up/email": false } },
      clientAddress: { trustedProxies: 1 },
    });
    for (let turn = 0; turn < 2 * max; turn += 1) {
      const body = { ...alice, email: `b${turn}@example.com` };
      expect((await plain.browser().post("/sign-up/email", body, from("192.0.2.1"))).status).toBe(200);
    }
  });
});

test("one user invites a limited number of addresses a day, over all client addresses", async () => {
  const browser = app.browser();
  await browser.post("/sign-up/email", alice);
  await prove(app, alice.email);
  await browser.post("/sign-in/email", alice);
  const created = await browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { id: organizationId }: { readonly id: string } = JSON.parse(created.text);
  const invite = (turn: number) => {
    const body = { email: `guest${turn}@example.com`, role: "member", organizationId };
    return browser.post("/organization/invite-member", body, from(`192.0.2.${turn}`));
  };
  for (let turn = 0; turn < max; turn += 1) expect((await invite(turn)).status).toBe(200);
  expectError(await invite(max), ...tooMany);
});

describe("sign-up", () => {
  test("is answered at most 30 times an hour for one address", async () => {
    const hourly = openApp({ rateLimit: { enabled: true }, clientAddress: { trustedProxies: 1 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const body = { ...alice, email: `c${turn}@example.com` };
      statuses.push((await hourly.browser().post("/sign-up/email", body, from("192.0.2.1"))).status);
      hourly.wait(10);
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(10).fill(429)]);
    hourly.wait(3600);
    expect((await hourly.browser().post("/sign-up/email", alice, from("192.0.2.1"))).status).toBe(200);
  });

  test("has no second limit if the client address is unknown", async () => {
    const unknown = openApp({ rateLimit: { enabled: true } });
    for (let turn = 0; turn < 40; turn += 1) {
      const body = { ...alice, email: `d${turn}@example.com` };
      expect((await unknown.browser().post("/sign-up/email", body)).status).toBe(200);
      unknown.wait(10);
    }
  });
});
