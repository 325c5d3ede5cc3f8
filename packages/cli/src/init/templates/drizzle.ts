import { existsSync } from "node:fs";
import { posix } from "node:path";
import { generatedTables } from "@keyhold/adapter-sql";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { drizzleSchema } from "../../generate/drizzle.js";
import { relationsName } from "../../generate/drizzle-relations.js";
import { drizzleMajor, drizzleVersion } from "../../generate/drizzle-version.js";
import type { DatabaseKind } from "../project.js";
import { type DatabasePart, importPath, keepTables, type Site } from "./database-part.js";

interface Client {
  readonly text: (schema: string, major: 0 | 1) => string;
  readonly dependencies: readonly string[];
  readonly dialect: string;
  readonly url: string;
}

const url = 'process.env.DATABASE_URL ?? ""';

const clientOn =
  (driver: string, place: string): Client["text"] =>
  (schema, major) => {
    const [imported, option] =
      major === 0 ? ["* as schema", "schema"] : [`{ ${relationsName} }`, `relations: ${relationsName}`];
    return `import { drizzle } from "drizzle-orm/${driver}";
import ${imported} from "${schema}";

export const db = drizzle(${place}, { ${option} });
`;
  };

const clients: Readonly<Record<DatabaseKind, Client>> = {
  sqlite: {
    text: clientOn("libsql", '"file:app.db"'),
    dependencies: ["@libsql/client"],
    dialect: "sqlite",
    url: '"file:app.db"',
  },
  postgres: { text: clientOn("node-postgres", url), dependencies: ["pg"], dialect: "postgresql", url },
  mysql: { text: clientOn("mysql2", url), dependencies: ["mysql2"], dialect: "mysql", url },
};

/** The models of core, before the app has plugins. */
export const coreSchema = mergeSchema([{ from: "core", models: coreModels, extends: {} }]).schema;

/** The app's own Drizzle instance, or a new instance, with the tables in a file beside the config. */
export function drizzlePart(site: Site): DatabasePart {
  const { choices, folder, extension, module } = site;
  const client = clients[choices.database];
  const schemaPath = posix.join(folder, `auth-schema.${extension}`);
  const made = posix.join(folder, `db.${extension}`);
  const { path, name } = module ?? { path: made, name: "db" };
  const source = { type: choices.database, tables: generatedTables(coreSchema, choices.database) };
  const major = drizzleMajor(process.cwd());
  const schema = drizzleSchema(source, { isTypeScript: choices.isTypeScript, major });
  return {
    imports: [
      'import { drizzleAdapter } from "@keyhold/adapter-drizzle";',
      `import * as schema from "${importPath(site, schemaPath)}";`,
      `import { ${name} } from "${importPath(site, path)}";`,
    ],
    value: `drizzleAdapter(${name}, { schema })`,
    files: {
      [schemaPath]: schema,
      ...(module === null ? { [made]: client.text(importPath(site, schemaPath), major) } : {}),
      ...(hasKitConfig()
        ? {}
        : { [`drizzle.config.${choices.isTypeScript ? "ts" : "js"}`]: kitConfig(client, schemaPath) }),
    },
    dependencies: ["@keyhold/adapter-drizzle", "drizzle-orm", ...(module === null ? client.dependencies : [])],
    // Drizzle 1 needs the tool of its own version.
    devDependencies: [major === 0 ? "drizzle-kit" : `drizzle-kit@${drizzleVersion(process.cwd())}`],
    steps: [
      ...(hasKitConfig() ? [`Add ./${schemaPath} to \`schema\` of your drizzle.config.`] : []),
      ...(module === null ? [] : [keepTables("drizzle")]),
    ],
    afterChange: `keyhold generate drizzle --output ${schemaPath}`,
    migrate: ["drizzle-kit push"],
  };
}

const hasKitConfig = (): boolean => ["ts", "js", "mjs"].some((ending) => existsSync(`drizzle.config.${ending}`));

const kitConfig = ({ dialect, url }: Client, schemaPath: string): string => `import { existsSync } from "node:fs";
import { defineConfig } from "drizzle-kit";

if (existsSync(".env")) process.loadEnvFile();

export default defineConfig({
  dialect: "${dialect}",
  schema: "./${schemaPath}",
  dbCredentials: { url: ${url} },
});
`;
