import type { LoadedAuth } from "../config/load.js";
import { databaseRemedy } from "../database/database-remedy.js";
import { canPlan, planOf, rowWarningsOf } from "../database/plan.js";
import { Failure, messagesOf } from "../terminal/failure.js";
import { checkClock } from "./clock.js";
import { checkEncrypted } from "./encrypted.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** Whether the database answers, agrees with the models, and knows the time. */
export async function checkDatabase(loaded: LoadedAuth): Promise<readonly Finding[]> {
  const { database, auth } = loaded;
  const db = database.connect(auth.schema);
  const clock = await checkClock(db).catch((error: unknown) =>
    fail("database", `${database.name} does not answer: ${messagesOf(error)}`, databaseRemedy(error)),
  );
  if (clock.subject === "database") return [clock];
  const tables = await checkTables(loaded);
  const isReadable = tables.every(({ level }) => level !== "fail");
  const encrypted = isReadable ? await checkEncrypted(loaded) : [];
  return [ok("database", `${database.name} answers`), ...tables, ...encrypted, clock];
}

async function checkTables(loaded: LoadedAuth): Promise<readonly Finding[]> {
  if (!canPlan(loaded.database)) return checkForeignTables(loaded);
  try {
    const { isEmpty, steps, warnings } = await planOf(loaded);
    const first = steps[0]?.summary ?? "";
    const rest = steps.length > 1 ? `, and ${steps.length - 1} more` : "";
    return [
      isEmpty
        ? ok("tables", "as the models")
        : fail("tables", `the migration is missing: ${first}${rest}`, "Apply it: npx keyhold migrate"),
      ...warnings.map(aboutTables),
    ];
  } catch (error) {
    const remedy = error instanceof Failure ? error.remedy : null;
    return [
      fail("tables", messagesOf(error), `${remedy ?? databaseRemedy(error)} Then: npx keyhold migrate --dry-run`),
    ];
  }
}

const aboutTables = (warning: string): Finding =>
  warn("tables", warning, "Change it by a migration of your own, or leave it if you know why.");

/** The tables that a tool of the app makes. */
async function checkForeignTables(loaded: LoadedAuth): Promise<readonly Finding[]> {
  const read = await checkReads(loaded);
  if (read.level === "fail") return [read];
  const warnings = await rowWarningsOf(loaded).catch((error: unknown) => [
    `not all rows were read: ${messagesOf(error)}`,
  ]);
  return [read, ...warnings.map(aboutTables)];
}

/** A form that columns for UUIDs take, too. */
const noId = "00000000-0000-0000-0000-000000000000";

/** A database without a plan is asked for a row of each model, with all columns. */
async function checkReads({ database, auth }: LoadedAuth): Promise<Finding> {
  const db = database.connect(auth.schema);
  for (const model of auth.schema.models.values()) {
    const error = await db.find(model, { id: noId }).then(
      () => null,
      (thrown: unknown) => messagesOf(thrown),
    );
    if (error !== null) {
      const remedy =
        "Add the table with your own tool. Its columns: npx keyhold generate drizzle, prisma, kysely or sql";
      return fail("tables", `"${model.name}" cannot be read: ${error}`, remedy);
    }
  }
  return ok("tables", "every model can be read");
}
