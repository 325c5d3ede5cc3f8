import { describeManyProcesses } from "./harness/many/kept-promises.ts";

/** CI runs MariaDB without Redis, and PostgreSQL with Redis. */

describeManyProcesses({ type: "postgres", withRedis: false });
