import { describeNewApps } from "./harness/new-apps.ts";

/** The new apps that CI leaves out. */

describeNewApps({ empty: ["drizzle"], withUsers: ["drizzle on sqlite", "prisma"] });
