import { expect, test } from "vitest";
import { alice, openApp } from "../../../../tests/harness/app.ts";

const hour = 3600;

test("of 10,000 guesses from 1,000 addresses 20 are compared in 15 minutes, and 90 before the delay is an hour", async () => {
  const limits = { "/sign-in/email": false, "/sign-up/email": false } as const;
  const app = openApp({ rateLimit: { enabled: true, limits }, clientAddress: { trustedProxies: 1 } });
  await app.browser().post("/sign-up/email", alice);
  const guess = (address: string) => {
    const body = { email: alice.email, password: "a wrong password" };
    return app.browser().post("/sign-in/email", body, { headers: { "x-forwarded-for": address } });
  };
  let compared = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const answer = await guess(`198.51.${Math.floor((round % 1000) / 250)}.${round % 250}`);
    if (answer.status === 401) compared += 1;
    if (round === 1999) expect(compared).toBe(20);
    // The first 2,000 within 15 minutes, the others three a minute, for two days.
    app.wait(round < 2000 ? 0.4 : 20);
  }
  expect(compared).toBeLessThanOrEqual(90 + 48);
  app.wait(hour);
  await guess("198.51.100.1");
  expect(Number((await guess("198.51.100.1")).headers.get("retry-after"))).toBe(hour);
});
