// Prints the figures of the simulated run in docs/running-many.md, after a build:
//   node tests/harness/many/print-figures.ts postgres|mysql [redis] [scenarios per event]
import { freshDatabase } from "../databases.ts";
import type { Report } from "./report.ts";
import { requestsOf } from "./report.ts";
import { simulate } from "./simulate.ts";

const [, , ...words] = process.argv;
const type = words.includes("mysql") ? "mysql" : "postgres";
const withRedis = words.includes("redis");
const scenariosPerEvent = Number(words.find((word) => /^\d+$/.test(word)) ?? 60);
const fresh = await freshDatabase(type, {
  postgres: process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres",
  mysql: process.env.TEST_MYSQL_URL ?? "mysql://root@127.0.0.1:3306/test",
  redis: null,
  galera: null,
  chromium: null,
});
try {
  const { report, counts, retried, redisRestarts, seconds } = await simulate({
    type,
    place: fresh.place,
    withRedis,
    scenariosPerEvent,
  });
  console.log({
    type,
    withRedis,
    seconds: Math.round(seconds),
    requests: requestsOf(report),
    ...counts,
    redisRestarts,
  });
  const { completed, interrupted, lostEmails, failuresWhileRestarting, violations } = report;
  console.log({ completed, interrupted, lostEmails, failuresWhileRestarting, retried });
  console.log({ failures: report.failures, violations: violations.length });
  for (const violation of violations) console.log(violation);
  console.table(Object.fromEntries(report.checks));
  console.table(durationsIn(report));
  if (violations.length > 0) process.exitCode = 1;
} finally {
  await fresh.drop();
}

/** p50 and p95 in milliseconds, by route and for all. */
function durationsIn({ durations }: Report): Record<string, object> {
  const all: [string, number[]][] = [...durations, ["all", [...durations.values()].flat()]];
  return Object.fromEntries(
    all.map(([route, values]) => {
      const sorted = values.sort((a, b) => a - b);
      const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
      return [route, { requests: sorted.length, p50: at(0.5), p95: at(0.95) }];
    }),
  );
}
