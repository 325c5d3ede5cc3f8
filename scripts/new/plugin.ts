import ts from "typescript";
import { camelCase, insertImport, insertLine, insertMember, pascalCase } from "./insert.ts";
import type { Left } from "./provider.ts";
import { type Tree, WrongUse } from "./tree.ts";

/** A plugin: a package with both halves, a route, tests, a page, and the entry in each list of plugins. */
export function newPlugin(tree: Tree, [name = ""]: readonly string[]): Left {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new WrongUse("usage: npm run new plugin <name>; the name has lower-case words with dashes between them.");
  }
  const title = pascalCase(name);
  const heading = name.replaceAll("-", " ").replace(/^\w/, (letter) => letter.toUpperCase());
  const call = camelCase(name);
  const at = `packages/${name}`;
  tree.create(`${at}/package.json`, manifest(tree, name));
  tree.create(`${at}/tsconfig.build.json`, tree.read("packages/username/tsconfig.build.json"));
  tree.create(`${at}/README.md`, readme(tree, name));
  for (const [file, text] of Object.entries(sources(name, title, call))) tree.create(`${at}/${file}`, text);
  tree.create(`docs/${name}.md`, page(name, heading, call, title));
  tree.create(`.changeset/${name}.md`, changeset(name, heading));
  enter(tree, name, heading, call);
  return [
    "run `npm run setup`: pnpm links the new package",
    `write the reason on a page of docs/decisions, and the guide docs/${name}.md`,
    "npm run new route, npm run new error: further files of the plugin",
    "npm run build && npm run api: the report of the public API",
  ];
}

/** The lists that name every plugin. */
function enter(tree: Tree, name: string, heading: string, call: string): void {
  const maker = `import { ${call} } from "@keyhold/${name}";`;
  const inLists = ["tests/harness/endpoints.ts", "site/src/reference/every-plugin.ts"];
  for (const path of inLists) {
    tree.edit(path, (text) => insertImport(text, maker).replace(/^( +)username\(\),$/m, `$1username(),\n$1${call}(),`));
  }
  const key = name === call ? name : JSON.stringify(name);
  tree.edit("tests/architecture.test.ts", (text) =>
    insertMember(text, {
      find: (node) =>
        ts.isVariableDeclaration(node) &&
        node.name.getText() === "siblings" &&
        node.initializer &&
        ts.isObjectLiteralExpression(node.initializer)
          ? node.initializer
          : null,
      name: key,
      value: '{ core: "values", client: "values" }',
    }),
  );
  tree.edit("tsconfig.json", (text) =>
    insertLine(text, `      "@keyhold/${name}/*": ["./packages/${name}/src/*.ts"],`, /^ {6}"@keyhold\/username\/\*"/),
  );
  tree.edit("package.json", (text) =>
    insertLine(text, `    "@keyhold/${name}": "workspace:*",`, /^ {4}"@keyhold\/.+workspace/),
  );
  tree.edit("AGENTS.md", (text) =>
    text.replace(
      /^\| `packages\/username` .*$/m,
      `$&\n| \`packages/${name}\` | a plugin: what it adds, in a few words |`,
    ),
  );
  tree.edit("docs/README.md", (text) =>
    text.replace(/^- \[Passkeys\].*$/m, `$&\n- [${heading}](${name}.md): what the plugin \`${call}()\` adds.`),
  );
}

function manifest(tree: Tree, name: string): string {
  const { version, description, keywords, homepage, repository, ...rest } = JSON.parse(
    tree.read("packages/username/package.json"),
  );
  const own = {
    ...rest,
    name: `@keyhold/${name}`,
    version,
    description: `Keyhold plugin: ${name.replaceAll("-", " ")}`,
    keywords: [...keywords.slice(0, 4), name],
    homepage: homepage.replace("packages/username", `packages/${name}`),
    repository: { ...repository, directory: `packages/${name}` },
  };
  const { name: first, license, author, bugs, publishConfig, ...others } = own;
  const head = { name: first, version, description: own.description, keywords: own.keywords, license, author };
  const places = { homepage: own.homepage, repository: own.repository, bugs, publishConfig };
  return `${JSON.stringify({ ...head, ...places, ...others }, null, 2)}\n`;
}

/** The sources and tests, by their paths in the package. */
const sources = (name: string, title: string, call: string): Readonly<Record<string, string>> => ({
  "src/options.ts": `\
import { defineOptions, flag } from "@keyhold/core/options";

/** The options of \`${call}\`; an omitted one has its default. */
export interface ${title}Options {
  /** False: the route answers that the plugin is off. Default true. */
  readonly enabled: boolean;
}

export const ${call}Options = defineOptions<${title}Options>({ enabled: flag(true) });
`,
  "src/errors.ts": `\
import { defineErrors } from "@keyhold/core";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const ${call}Errors = defineErrors({});

/** The codes of \`${call}Errors\`. */
export type ${title}ErrorCode = keyof typeof ${call}Errors;
`,
  "src/endpoint.ts": `\
import { endpointsFor } from "@keyhold/core/plugin";
import { ${call}Errors } from "./errors.js";
import type { ${title}Options } from "./options.js";

export const endpoint = endpointsFor<${title}Options, typeof ${call}Errors>(${call}Errors);
`,
  "src/routes/status.ts": `\
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";

export const status = endpoint({
  route: "GET /${name}/status",
  access: "session",
  doc: "Answers the signed-in user whether the plugin is on.",
  input: z.object({}),
  output: z.object({ enabled: z.boolean() }),
  errors: [],
  handle: async (_, { enabled }) => ok({ enabled }),
});
`,
  "src/plugin.ts": `\
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { endpoints, type ${title}Endpoints } from "./endpoints.js";
import { type ${title}ErrorCode, ${call}Errors } from "./errors.js";
import { type ${title}Options, ${call}Options } from "./options.js";

/** The types of both halves. */
export interface ${title}Types extends PluginTypes {
  readonly endpoints: ${title}Endpoints;
  readonly errorCode: ${title}ErrorCode;
}

/** A named interface keeps the inferred types of apps short. */
export interface ${title}Plugin extends Plugin<${title}Types> {}

/**
 * Adds \`GET /${name}/status\`.
 *
 * @param given see \`${title}Options\` for the defaults
 * @returns the plugin for \`createAuth({ plugins })\`. Invalid options are config errors of \`createAuth\`.
 * @example createAuth({ …, plugins: [${call}()] })
 */
export function ${call}(given: Partial<${title}Options> = {}): ${title}Plugin {
  return definePlugin<${title}Types>({
    id: "${name}",
    ...${call}Options.read(given),
    errors: ${call}Errors,
    endpoints,
  });
}
`,
  "src/client.ts": `\
import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { ${title}Endpoints } from "./endpoints.js";
import type { ${title}ErrorCode } from "./errors.js";
import type { ${title}Types } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type { ${title}Endpoints, ${title}ErrorCode, ${title}Types };

/** A named interface keeps the inferred types of apps short. */
export interface ${title}Client extends ClientPlugin<${title}Types> {}

/**
 * The client plugin for \`${call}()\`.
 *
 * @example createAuthClient({ plugins: [${call}Client()] })
 */
export function ${call}Client(): ${title}Client {
  return clientPlugin({ id: "${name}", routes: clientRoutes });
}
`,
  "src/index.ts": `\
export type { ${title}Endpoints } from "./endpoints.js";
export { type ${title}ErrorCode, ${call}Errors } from "./errors.js";
export type { ${title}Options } from "./options.js";
export { type ${title}Plugin, type ${title}Types, ${call} } from "./plugin.js";
`,
  "tests/status.test.ts": `\
import { createTestAuth } from "@keyhold/testing";
import { ${call} } from "@keyhold/${name}";
import { ${call}Client } from "@keyhold/${name}/client";
import { describe, expect, test } from "vitest";

describe("GET /${name}/status", () => {
  test.each([true, false])("answers whether the plugin is on: %s", async (enabled) => {
    const { signUp } = createTestAuth({ plugins: [${call}({ enabled })], clientPlugins: [${call}Client()] });
    const { client } = await signUp("ann@example.com");
    expect((await client.${call}.status()).data).toEqual({ enabled });
  });

  test("rejects a client without a session", async () => {
    const { client } = createTestAuth({ plugins: [${call}()], clientPlugins: [${call}Client()] });
    expect((await client.${call}.status()).error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  });
});

test("an unknown option is a config error", () => {
  const misspelt = { enable: true };
  expect(() => createTestAuth({ plugins: [${call}(misspelt as object)] })).toThrow(/enable/);
});
`,
});

function readme(tree: Tree, name: string): string {
  const foot = tree.read("packages/username/README.md").trimEnd().split("\n").at(-1) ?? "";
  const call = camelCase(name);
  const docs = /https:\S+?\/blob\/main/.exec(foot)?.[0] ?? "";
  return `\
# @keyhold/${name}

A plugin of Keyhold: what it adds, in a sentence.

\`\`\`sh
npm install @keyhold/${name} @keyhold/core
\`\`\`

\`\`\`ts
// auth.ts
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { ${call} } from "@keyhold/${name}";

export const auth = createAuth({
  // AUTH_SECRET, of \`openssl rand -base64 32\`, and AUTH_URL are in the environment.
  database: sqlite("app.db"),
  emailAndPassword: { enabled: true },
  plugins: [${call}()],
});
\`\`\`

In the browser:

\`\`\`ts
import { createAuthClient } from "@keyhold/client";
import { ${call}Client } from "@keyhold/${name}/client";

const authClient = createAuthClient({ plugins: [${call}Client()] });
const { data, error } = await authClient.${call}.status();
\`\`\`

Read [the guide](${docs}/docs/${name}.md).

${foot.replaceAll("packages/username", `packages/${name}`)}
`;
}

const page = (name: string, heading: string, call: string, title: string): string => `\
# ${heading}

What the plugin \`${call}()\` adds, in a sentence.

\`\`\`sh
npm install @keyhold/${name}
\`\`\`

<!-- ${title}Options of packages/${name}/src/options.ts, written by npm run api -->
| option | default | |
|---|---|---|
| \`enabled\` | \`true\` | False: the route answers that the plugin is off. |

| route | call | |
|---|---|---|
| \`GET /${name}/status\` | \`${call}.status()\` | whether the plugin is on |
`;

const changeset = (name: string, heading: string): string => `\
---
"@keyhold/${name}": minor
---

Add the plugin \`${camelCase(name)}()\`. [${heading}](https://github.com/keyhold/keyhold/blob/main/docs/${name}.md)
`;
