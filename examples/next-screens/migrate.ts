import { planMigration } from "@keyhold/adapter-sql";
import { auth, database } from "./auth.ts";

await (await planMigration(database, auth.schema)).apply();
