import type { DatabaseKind } from "../project.js";
import type { DatabasePart } from "./database-part.js";

const drivers: Readonly<Record<DatabaseKind, readonly string[]>> = { sqlite: [], postgres: ["pg"], mysql: ["mysql2"] };

/** A new database of @keyhold/adapter-sql, or of @keyhold/adapter-kysely for queries of the app. */
export function ownDatabase(database: DatabaseKind, adapter: "adapter-sql" | "adapter-kysely"): DatabasePart {
  const isKysely = adapter === "adapter-kysely";
  return {
    imports: [`import { ${database} } from "@keyhold/${adapter}/${database}";`],
    value: database === "sqlite" ? 'sqlite("app.db")' : `${database}(process.env.DATABASE_URL ?? "")`,
    files: {},
    dependencies: [`@keyhold/${adapter}`, ...(isKysely ? ["kysely"] : []), ...drivers[database]],
    devDependencies: [],
    steps: [],
    afterChange: "keyhold migrate",
    migrate: null,
  };
}
