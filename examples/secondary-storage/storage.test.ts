import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { expect, inject, test } from "vitest";

const { redis: url } = inject("services");

test.skipIf(url === null)("each client caches sessions, and the database is read once", async () => {
  process.env.REDIS_URL = url ?? "";
  for (const { client, secondaryStorage } of [await import("./node-redis.ts"), await import("./ioredis.ts")]) {
    await client.ping("Are you there?");
    const database = counted(memory());
    const { signUp, auth } = createTestAuth({ config: { database, secondaryStorage } });
    const { client: browser } = await signUp("ada@example.com");
    await browser.getSession();
    await auth.idle();
    database.reset();
    expect((await browser.getSession()).data?.user.email).toBe("ada@example.com");
    expect(database.calls).toEqual([]);
    await client.quit();
  }
});
