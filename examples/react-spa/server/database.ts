import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { databasePath } from "./settings.ts";

export const database = sqlite(databasePath);
