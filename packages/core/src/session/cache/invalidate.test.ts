import { createTestAuth, memoryStorage } from "@keyhold/testing";
import { expect, test } from "vitest";
import { sessionModel } from "../../model/models.js";

test("no cache entry shows the old user, with any number of sessions", async () => {
  const fixture = createTestAuth({ config: { secondaryStorage: memoryStorage() } });
  const { browser, client, user } = await fixture.signUp("ann@example.com");
  const dates = { expiresAt: fixture.clock.now(), createdAt: fixture.clock.now(), updatedAt: fixture.clock.now() };
  // These ids sort first, so that the browser's own session is not on the first page.
  for (let made = 1000; made < 1600; made += 1) {
    await fixture.db.insert(sessionModel, { id: `!${made}`, userId: user.id, token: `token ${made}`, ...dates });
  }
  await client.getSession();
  await fixture.auth.idle();
  await browser.post("/update-user", { name: "Ada" });
  expect((await client.getSession()).data?.user.name).toBe("Ada");
});
