import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Orm } from "./project.js";

/** The app's own database object: the file, and the name of the export. */
export interface DatabaseModule {
  /** From the app's folder. */
  readonly path: string;
  readonly name: string;
}

const folders = ["", "src", "lib", "src/lib", "server", "src/server", "app", "app/lib", "utils", "src/utils"];
const names = ["db", "database", "prisma", "drizzle", "kysely", "db/index", "db/client", "database/index"];
const endings = ["ts", "mts", "js", "mjs"];

/** The code that makes the object, by ORM. */
const makers: Readonly<Record<Exclude<Orm, "none">, RegExp>> = {
  drizzle: /\bdrizzle\(/,
  prisma: /\bnew PrismaClient\b/,
  kysely: /\bnew Kysely\b/,
};

/** Searches the usual places for a module that makes and exports the object; null if no module does. */
export function findDatabaseModule(folder: string, orm: Exclude<Orm, "none">): DatabaseModule | null {
  for (const parent of folders) {
    for (const name of names) {
      for (const ending of endings) {
        const path = join(parent, `${name}.${ending}`);
        const exported = existsSync(join(folder, path))
          ? exportedName(readFileSync(join(folder, path), "utf8"), orm)
          : null;
        if (exported !== null) return { path, name: exported };
      }
    }
  }
  return null;
}

function exportedName(text: string, orm: Exclude<Orm, "none">): string | null {
  if (!makers[orm].test(text)) return null;
  const exported = [...text.matchAll(/^export (?:const|let) (\w+)([^;]*)/gm)];
  const made = exported.find(([, , code = ""]) => makers[orm].test(code)) ?? exported[0];
  return made?.[1] ?? null;
}
