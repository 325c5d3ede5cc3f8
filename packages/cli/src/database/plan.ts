import type { Schema } from "@keyhold/core/adapter";
import type { LoadedAuth } from "../config/load.js";
import { Failure, messagesOf } from "../terminal/failure.js";
import { databaseRemedy } from "./database-remedy.js";

/** A statement of a plan. */
export interface PlanStep {
  readonly sql: string;
  readonly summary: string;
}

/** The plan of a database for a schema: the `MigrationPlan` of the adapter. */
export interface Plan {
  readonly statements: readonly string[];
  readonly steps: readonly PlanStep[];
  readonly isEmpty: boolean;
  readonly warnings: readonly string[];
  apply(options?: { readonly online?: boolean; readonly onStep?: (step: PlanStep) => void }): Promise<void>;
}

/** A database with an adapter that makes the tables. */
interface Plannable {
  plan(schema: Schema): Promise<Plan>;
}

export const canPlan = (database: object): database is Plannable =>
  "plan" in database && typeof database.plan === "function";

/** What is wrong with the rows of a database of `@keyhold/adapter-sql`; another database has no such list. */
export async function rowWarningsOf({ database, auth }: LoadedAuth): Promise<readonly string[]> {
  const parts: unknown = Reflect.get(database, Symbol.for("keyhold.sql-database"));
  return hasRowWarnings(parts) ? parts.rowWarnings(auth.schema) : [];
}

const hasRowWarnings = (parts: unknown): parts is { rowWarnings(schema: Schema): Promise<readonly string[]> } =>
  typeof Reflect.get(Object(parts), "rowWarnings") === "function";

/** How the tool of an app makes the tables. */
function toolOf(name: string): string {
  if (name.startsWith("drizzle"))
    return "npx keyhold generate drizzle --output src/db/auth-schema.ts, then npx drizzle-kit push, or generate and migrate";
  if (name.startsWith("prisma"))
    return "npx keyhold generate prisma --output prisma/auth.prisma, then npx prisma migrate dev";
  return "Write its schema, and migrate with that tool: npx keyhold generate drizzle, prisma, kysely or sql";
}

/** Compares the database with the models; the warnings are also about rows. */
export async function planOf(loaded: LoadedAuth): Promise<Plan> {
  const { database, auth, path } = loaded;
  if (!canPlan(database)) {
    throw new Failure(`${database.name} makes no tables: the app's own tool does.`, toolOf(database.name));
  }
  try {
    const plan = await database.plan(auth.schema);
    // The search reads all rows: a bound of the server on statements does not stop a migration.
    const ofRows = await rowWarningsOf(loaded).catch((error: unknown) => [
      `Could not search the rows: ${messagesOf(error)}`,
    ]);
    return { ...plan, warnings: [...plan.warnings, ...ofRows] };
  } catch (error) {
    const remedy = databaseRemedy(error);
    throw new Failure(
      `Cannot compare the database with the models: ${messagesOf(error)}`,
      remedy.includes("URL") ? `${remedy} It is in ${path} or in the env files.` : remedy,
      { cause: error },
    );
  }
}
