import { memory } from "@keyhold/adapter-memory";
import type { SecondaryStorage } from "@keyhold/core/adapter";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { startCluster } from "../../tests/harness/redis/redis-cluster.ts";
import { canStartRedis, until } from "../../tests/harness/redis/redis-node.ts";
import { startSentinel } from "../../tests/harness/redis/redis-sentinel.ts";

async function expectCached(secondaryStorage: SecondaryStorage): Promise<void> {
  await until("the client is connected", () =>
    secondaryStorage.get("any").then(
      () => true,
      () => false,
    ),
  );
  const database = counted(memory());
  const { signUp, auth, logged } = createTestAuth({ config: { database, secondaryStorage } });
  const { client: browser } = await signUp("ada@example.com");
  await browser.getSession();
  await auth.idle();
  database.reset();
  expect((await browser.getSession()).data?.user.email).toBe("ada@example.com");
  expect([database.calls, logged]).toEqual([[], []]);
}

describe.skipIf(!canStartRedis)("each client caches sessions", () => {
  test("in a cluster that starts after the client", async () => {
    const cluster = await startCluster();
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    process.env.REDIS_CLUSTER_URLS = cluster.nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(" ");
    const node = await import("./node-redis-cluster.ts");
    const io = await import("./ioredis-cluster.ts");
    await expect(node.secondaryStorage.get("any")).rejects.toThrow();
    await Promise.all(cluster.nodes.map((server) => server.restart()));
    await cluster.healed();
    for (const { secondaryStorage } of [node, io]) await expectCached(secondaryStorage);
    node.client.destroy();
    io.client.disconnect();
    await cluster.remove();
  });

  test("in a master that sentinels name", async () => {
    const sentinel = await startSentinel();
    process.env.REDIS_SENTINEL_PORTS = sentinel.sentinels.map(({ port }) => port).join(" ");
    process.env.REDIS_MASTER = sentinel.name;
    const node = await import("./node-redis-sentinel.ts");
    const io = await import("./ioredis-sentinel.ts");
    for (const { secondaryStorage } of [node, io]) await expectCached(secondaryStorage);
    node.client.destroy();
    io.client.disconnect();
    await sentinel.remove();
  });
});
