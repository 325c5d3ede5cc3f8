import { inject } from "vitest";
import { describeNewApps } from "./harness/new-apps.ts";

/** Each adapter once, each beginning once. `new-app.scheduled.test.ts` has the other pairs. */

describeNewApps({
  empty: ["prisma"],
  withUsers: [inject("services").postgres === null ? "drizzle on sqlite" : "drizzle on postgres"],
});
