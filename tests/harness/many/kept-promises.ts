import { describe, expect, inject, test } from "vitest";
import { freshDatabase } from "../databases.ts";
import { canStartRedis } from "./redis-process.ts";
import { requestsOf } from "./report.ts";
import { type SimulationSetup, simulate } from "./simulate.ts";

const services = inject("services");

/** What eight processes over a database, with or without Redis, keep while processes and the Redis come and go. */
export function describeManyProcesses({ type, withRedis }: Pick<SimulationSetup, "type" | "withRedis">): void {
  const isThere = services[type] !== null && (!withRedis || canStartRedis);

  describe(`eight processes behind a proxy on ${type}, Redis: ${withRedis}`, () => {
    test.skipIf(!isThere)("keep their promises while processes come and go", { timeout: 600_000 }, async () => {
      const fresh = await freshDatabase(type, services);
      try {
        const run = await simulate({ type, place: fresh.place, withRedis, scenariosPerEvent: 2 });
        expect(run.report.violations).toEqual([]);
        expect([...run.report.checks.keys()].sort()).toEqual([
          "a limit holds across processes",
          "a session is known at every process",
          "a token of an email works once",
          "an ended session is refused at every process",
          "an invitation is accepted once",
          "beyond a limit the answer is 429",
          "of two owners who leave, one stays",
          "the other owner is the only member",
        ]);
        expect(run.report.failuresWhileRestarting).toBe(0);
        expect(run.counts).toEqual({ started: 22, killed: 6, restarted: 8 });
        expect(requestsOf(run.report)).toBeGreaterThan(1000);
      } finally {
        await fresh.drop();
      }
    });
  });
}
