import { existsSync } from "node:fs";
import { posix } from "node:path";
import { generatedTables } from "@keyhold/adapter-sql";
import { prismaSchema } from "../../generate/prisma.js";
import type { DatabaseKind } from "../project.js";
import { type DatabasePart, importPath, keepTables, type Site } from "./database-part.js";
import { coreSchema } from "./drizzle.js";

interface DriverAdapter {
  readonly provider: string;
  readonly package: string;
  readonly create: string;
  readonly name: string;
  readonly url: string;
}

const url = 'process.env.DATABASE_URL ?? ""';

const driverAdapters: Readonly<Record<DatabaseKind, DriverAdapter>> = {
  sqlite: {
    provider: "sqlite",
    package: "@prisma/adapter-libsql",
    name: "PrismaLibSql",
    create: 'new PrismaLibSql({ url: "file:app.db" })',
    url: '"file:app.db"',
  },
  postgres: {
    provider: "postgresql",
    package: "@prisma/adapter-pg",
    name: "PrismaPg",
    create: `new PrismaPg({ connectionString: ${url} })`,
    url,
  },
  mysql: {
    provider: "mysql",
    package: "@prisma/adapter-mariadb",
    name: "PrismaMariaDb",
    create: `new PrismaMariaDb(${url})`,
    url,
  },
};

/** The app's own Prisma client, or a new client, with the models in a file beside the app's own. */
export function prismaPart(site: Site): DatabasePart {
  const { choices, folder, extension, module } = site;
  const driver = driverAdapters[choices.database];
  const made = posix.join(folder, `db.${extension}`);
  const { path, name } = module ?? { path: made, name: "prisma" };
  const tables = generatedTables(coreSchema, choices.database);
  const models = prismaSchema({ type: choices.database, tables });
  const hasSchema = existsSync("prisma/schema.prisma");
  return {
    imports: [
      'import { prismaAdapter } from "@keyhold/adapter-prisma";',
      `import { ${name} } from "${importPath(site, path)}";`,
    ],
    value: `prismaAdapter(${name}, { type: "${choices.database}" })`,
    files: {
      ...(hasSchema ? {} : { "prisma/schema.prisma": schemaHead(driver, folder) }),
      "prisma/auth.prisma": models,
      ...(module === null ? { [made]: client(driver, site) } : {}),
      ...(existsSync("prisma.config.ts") ? {} : { "prisma.config.ts": config(driver) }),
    },
    dependencies: ["@keyhold/adapter-prisma", "@prisma/client", ...(module === null ? [driver.package] : [])],
    devDependencies: ["prisma"],
    steps: [
      ...(existsSync("prisma.config.ts") ? ["Point `schema` of prisma.config.ts to the folder: prisma"] : []),
      ...(module === null ? [] : [keepTables("prisma")]),
    ],
    afterChange: "keyhold generate prisma --output prisma/auth.prisma",
    migrate: ["prisma generate", "prisma db push"],
  };
}

const clientFolder = "generated/prisma";

const schemaHead = ({ provider }: DriverAdapter, folder: string): string => `generator client {
  provider = "prisma-client"
  output   = "../${posix.join(folder, clientFolder)}"
}

datasource db {
  provider = "${provider}"
}
`;

function client({ package: from, name, create }: DriverAdapter, site: Site): string {
  const generated = importPath(site, posix.join(site.folder, clientFolder, "client.ts"));
  return `import { ${name} } from "${from}";
import { PrismaClient } from "${generated}";

export const prisma = new PrismaClient({ adapter: ${create} });
`;
}

const config = ({ url }: DriverAdapter): string => `import { existsSync } from "node:fs";
import { defineConfig } from "prisma/config";

if (existsSync(".env")) process.loadEnvFile();

export default defineConfig({
  schema: "prisma",
  datasource: { url: ${url} },
});
`;
