import { describeManyProcesses } from "./harness/many/kept-promises.ts";

/**
 * Both databases, with Redis and without. `docs/running-many.md` has the figures of longer runs, by
 * `tests/harness/many/print-figures.ts`.
 */

describeManyProcesses({ type: "postgres", withRedis: true });
describeManyProcesses({ type: "mysql", withRedis: false });
