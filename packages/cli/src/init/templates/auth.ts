import { posix } from "node:path";
import type { Choices } from "../choices.js";
import { findDatabaseModule } from "../database-module.js";
import type { Project } from "../project.js";
import { type DatabasePart, importPath, type Site } from "./database-part.js";
import { drizzlePart } from "./drizzle.js";
import { ownDatabase } from "./own-database.js";
import { prismaPart } from "./prisma.js";

/** The config with the database: files, and the packages that they import. */
export interface AuthModule
  extends Pick<DatabasePart, "files" | "dependencies" | "devDependencies" | "steps" | "migrate" | "afterChange"> {
  /** The path of the config from the app's folder. */
  readonly path: string;
}

export interface AuthOptions extends Pick<Site, "folder" | "isBundled"> {
  /** Further lines of the config, and what they import. */
  readonly options?: readonly string[];
  readonly imports?: readonly string[];
  /** Of the files, e.g. "mjs". Default: "ts" or "js". */
  readonly ending?: string;
  /** Code below the config. */
  readonly after?: string;
  /** Default: the environment of Node. */
  readonly environment?: Environment;
}

/** A piece of code with the imports. */
interface Expression {
  readonly code: string;
  readonly imports: readonly string[];
}

/** How the modules of a server read their environment. */
export interface Environment {
  /** The object with the variables of .env. */
  readonly variables: Expression;
  /** The mail of development, and none in production. */
  readonly mail: Expression;
}

const node: Environment = {
  variables: { code: "process.env", imports: [] },
  mail: { code: 'process.env.NODE_ENV === "production" ? undefined : consoleMail()', imports: [] },
};

export function authModule(
  project: Project,
  choices: Choices,
  {
    options = [],
    imports: others = [],
    after,
    ending = choices.isTypeScript ? "ts" : "js",
    environment: { variables, mail } = node,
    ...place
  }: AuthOptions,
): AuthModule {
  const module = choices.orm === "none" ? null : findDatabaseModule(project.folder, choices.orm);
  const site: Site = { ...place, choices, extension: ending, module };
  const part = databasePart(site);
  const path = posix.join(site.folder, `auth.${site.extension}`);
  const imports = [
    ...part.imports,
    'import { createAuth } from "@keyhold/core";',
    'import { consoleMail } from "@keyhold/mail/console";',
    ...others,
    ...mail.imports,
    ...variables.imports,
  ];
  const text = `${sorted(imports).join("\n")}

export const auth = createAuth({
  appName: ${JSON.stringify(titleOf(project.name))},
${secretLines(variables)}  database: ${part.value.replaceAll("process.env", variables.code)},
  emailAndPassword: { enabled: true },
  // Prints emails with their links during development. For production: nodemailer() of @keyhold/mail.
  mail: ${mail.code},
${options.map((line) => `  ${line}\n`).join("")}});
${after === undefined ? "" : `\n${after}\n`}`;
  return {
    ...part,
    path,
    files: { ...readFrom(variables, site, part.files), [path]: text },
    // The file of the tables has the tables of core: the command adds the tables of plugins.
    migrate: part.migrate !== null && choices.screens === "all" ? [part.afterChange, ...part.migrate] : part.migrate,
    dependencies: ["@keyhold/core", ...part.dependencies, "@keyhold/mail"],
    devDependencies: ["@keyhold/cli", ...part.devDependencies],
  };
}

/** `createAuth` reads `process.env` by itself. */
const secretLines = ({ code }: Expression): string =>
  code === "process.env" ? "" : `  secret: ${code}.AUTH_SECRET,\n  baseURL: ${code}.AUTH_URL,\n`;

/** The name of an app for its users: "my-app" is "My app". */
function titleOf(name: string): string {
  const words = name
    .replace(/^@.*\//, "")
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The files of the server; configs of other tools are for Node. */
const readFrom = ({ code, imports }: Expression, { folder }: Site, files: Texts): Texts =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (!path.startsWith(`${folder}/`) || !text.includes("process.env.")) return [path, text];
      return [path, [...imports, text.replaceAll("process.env", code)].join("\n")];
    }),
  );

type Texts = DatabasePart["files"];

/** Packages before files of the app. */
const sorted = (imports: readonly string[]): readonly string[] =>
  [...imports].sort((one, other) => Number(one.includes('from ".')) - Number(other.includes('from ".')));

function databasePart(site: Site): DatabasePart {
  const { choices, module } = site;
  if (choices.orm === "drizzle") return drizzlePart(site);
  if (choices.orm === "prisma") return prismaPart(site);
  if (choices.orm !== "kysely" || module === null)
    return ownDatabase(choices.database, choices.orm === "kysely" ? "adapter-kysely" : "adapter-sql");
  return {
    ...ownDatabase(choices.database, "adapter-kysely"),
    imports: [
      'import { kyselyAdapter } from "@keyhold/adapter-kysely";',
      `import { ${module.name} } from "${importPath(site, module.path)}";`,
    ],
    value: `kyselyAdapter({ kysely: ${module.name}, type: "${choices.database}" })`,
    dependencies: ["@keyhold/adapter-kysely"],
    steps: [],
  };
}
