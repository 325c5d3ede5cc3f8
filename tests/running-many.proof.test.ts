import { describe, expect, inject, test } from "vitest";
import { freshDatabase } from "./harness/databases.ts";
import { canStartRedis } from "./harness/many/redis-process.ts";
import { requestsOf } from "./harness/many/report.ts";
import { simulate } from "./harness/many/simulate.ts";

const services = inject("services");

/** `docs/running-many.md` has the figures of longer runs, by `tests/harness/many/print-figures.ts`. */
describe.each([
  { type: "postgres", withRedis: false, isThere: services.postgres !== null },
  { type: "postgres", withRedis: true, isThere: services.postgres !== null && canStartRedis },
  { type: "mysql", withRedis: false, isThere: services.mysql !== null },
] as const)("eight processes behind a proxy on $type (Redis: $withRedis)", ({ type, withRedis, isThere }) => {
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
