// Writes the list of calls of core and of each plugin from the declarations in its folder `routes`: `endpoints.ts` for
// the server, `client-routes.ts` for the client. `npm run fix`, `npm run api` and `npm run new` run this program.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";

/** A constant below `routes` that declares a route. */
export interface DeclaredRoute {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly constant: string;
  /** "GET" or "POST". */
  readonly method: string;
  /** Path of the URL, e.g. "/sign-in/email". */
  readonly path: string;
  readonly doc: string;
  readonly isServerOnly: boolean;
  /** False for a page or a webhook. */
  readonly hasCall: boolean;
}

/** The calls of one interface, and the prefix of its name. */
interface Group {
  readonly name: string;
  readonly comment: string;
  readonly routes: readonly DeclaredRoute[];
}

/** Core's calls that a client has only with the plugin `accountLists()`, so that other apps do not ship them. */
const accountLists: readonly string[] = ["/get-email-change"];

/** The folders with `routes` of core and of every plugin: the source folder of a package, or a folder in it. */
export const routeFolders = (root: string): readonly string[] =>
  globSync(["packages/*/src/routes", "packages/*/src/*/routes"], { cwd: root })
    .map((path) => dirname(path.replaceAll("\\", "/")))
    .sort();

/** The routes that the files below the `routes` of a folder declare, in the order of their URLs. */
export function declaredRoutes(root: string, folder: string): readonly DeclaredRoute[] {
  const files = globSync(`${folder}/routes/**/*.ts`, { cwd: root, exclude: ["**/*.test.ts"] });
  const found = files.flatMap((file) => routesIn(file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8")));
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ path, method }: DeclaredRoute): string => `${path} ${method}`;

function routesIn(file: string, text: string): readonly DeclaredRoute[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }): readonly DeclaredRoute[] => {
      const declaration = declarationIn(initializer);
      if (!declaration) return [];
      const fields = new Map(
        declaration.properties
          .filter(ts.isPropertyAssignment)
          .map((field) => [field.name.getText(), field.initializer] as const),
      );
      if (!fields.has("route")) return [];
      const [method = "", path = ""] = literal(file, "route", fields.get("route")).split(" ");
      const constant = name.getText();
      return [
        {
          file,
          constant,
          method,
          path,
          doc: literal(file, "doc", fields.get("doc")),
          isServerOnly: fields.get("isServerOnly")?.kind === ts.SyntaxKind.TrueKeyword,
          hasCall: fields.get("hasCall")?.kind !== ts.SyntaxKind.FalseKeyword,
        },
      ];
    }),
  );
}

/** The object in `endpoint({ … })`, also if another function types the endpoint: `asksPermissions(endpoint({ … }))`. */
function declarationIn(value: ts.Expression | undefined): ts.ObjectLiteralExpression | null {
  if (!value || !ts.isCallExpression(value)) return null;
  const [first] = value.arguments;
  return first && ts.isObjectLiteralExpression(first) ? first : declarationIn(first);
}

function literal(file: string, name: string, value: ts.Expression | undefined): string {
  if (value && ts.isStringLiteralLike(value)) return value.text;
  throw new Error(`${file}: write \`${name}\` as one literal, since other files are written from the declaration.`);
}

/** "list-users" is `listUsers`. */
export const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a call by its URL: "/two-factor/verify-totp" is ["twoFactor", "verifyTotp"]. */
export const callOf = ({ path }: DeclaredRoute): readonly string[] => path.slice(1).split("/").map(camelCase);

const isCore = (folder: string): boolean => folder === "packages/core/src";

/** "packages/two-factor/src" is `TwoFactor`, and "packages/organization/src/teams" is `Teams`. */
function titleOf(folder: string): string {
  const name = camelCase(basename(folder) === "src" ? basename(dirname(folder)) : basename(folder));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Each written file by its path. */
export function routeTexts(root: string): ReadonlyMap<string, string> {
  const written = routeFolders(root).flatMap((folder) => textsOf(folder, declaredRoutes(root, folder)));
  // A plugin without calls on the client, e.g. with a store alone, needs no table of them.
  const isUsed = ([path]: readonly [string, string]): boolean =>
    basename(path) !== "client-routes.ts" ||
    textOf(join(root, dirname(path), "client.ts"))?.includes("./client-routes.js") === true;
  return new Map(written.filter(isUsed));
}

function textsOf(folder: string, routes: readonly DeclaredRoute[]): readonly (readonly [string, string])[] {
  const title = titleOf(folder);
  const calls = routes.filter(({ hasCall }) => hasCall);
  const isApart = ({ path }: DeclaredRoute): boolean => isCore(folder) && accountLists.includes(path);
  const remote = calls.filter(({ isServerOnly }) => !isServerOnly);
  const groups = [
    {
      name: title,
      comment: "The calls, each under the name that its URL gives.",
      routes: remote.filter((one) => !isApart(one)),
    },
    {
      name: "AccountList",
      comment: "Calls that the client has with `accountLists()` only.",
      routes: remote.filter(isApart),
    },
    {
      name: `${title}Server`,
      comment: "The calls for the app's own server code: no client has them.",
      routes: calls.filter(({ isServerOnly }) => isServerOnly),
    },
  ].filter((group) => group.routes.length > 0);
  const texts: (readonly [string, string])[] = [];
  if (routes.length === 0) return texts;
  const home = isCore(folder) ? `${folder}/routes` : folder;
  texts.push([`${home}/endpoints.ts`, serverText(home, groups, routes)]);
  const onClient = groups.filter(({ name }) => !name.endsWith("Server"));
  if (isCore(folder)) texts.push(["packages/client/src/core-routes.ts", coreClientText(onClient)]);
  else if (onClient.length > 0) texts.push([`${folder}/client-routes.ts`, clientText(title, onClient)]);
  return texts;
}

const head = "// Written by `npm run fix` from the declarations in `routes`: change those instead.\n";

function serverText(home: string, groups: readonly Group[], routes: readonly DeclaredRoute[]): string {
  const calls = routes.filter(({ hasCall }) => hasCall);
  const pages = routes.filter(({ hasCall }) => !hasCall);
  const types = groups.map(
    ({ name, comment, routes }) =>
      `/** ${comment} */\nexport interface ${name}Endpoints ${tree(routes, "readonly ", ";", (route) => `typeof ${route.constant}`)}\n`,
  );
  const type = groups.map(({ name }) => `${name}Endpoints`).join(" & ");
  const values =
    groups.length > 0 && `export const endpoints: ${type} = ${tree(calls, "", ",", (route) => route.constant)};\n`;
  const names = pages.map(({ constant }) => constant);
  const line = `export const pages = [${names.join(", ")}] as const;\n`;
  const list =
    line.length <= 121 ? line : `export const pages = [\n${names.map((name) => `  ${name},\n`).join("")}] as const;\n`;
  const lists =
    pages.length > 0 && `/** The routes without a call: pages behind links, and URLs for other servers. */\n${list}`;
  return [head + importsOf(home, routes), ...types, values, lists].filter(Boolean).join("\n");
}

function importsOf(home: string, routes: readonly DeclaredRoute[]): string {
  const lines = [...Map.groupBy(routes, ({ file }) => file)].map(([file, ofFile]) => {
    const names = ofFile.map(({ constant }) => constant).sort();
    return `import { ${names.join(", ")} } from "./${file.slice(home.length + 1).replace(/\.ts$/, ".js")}";\n`;
  });
  // The formatter's order: a folder stands before the file of its name, and the file before longer names.
  const keyed = (line: string): string =>
    line.slice(line.indexOf(" from ")).replace(/[/.-]/g, (mark) => `${"/.-".indexOf(mark)}`);
  return lines.sort((one, other) => (keyed(one) < keyed(other) ? -1 : 1)).join("");
}

const clientText = (title: string, groups: readonly Group[]): string => `${head}\
import type { CallTable } from "@keyhold/client/plugin";
import type { ${title}Endpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<${title}Endpoints> = ${methods(groups.flatMap(({ routes }) => routes))};
`;

const coreClientText = (groups: readonly Group[]): string => `${head}\
import type { ${groups
  .map(({ name }) => `${name}Endpoints`)
  .sort()
  .join(", ")} } from "@keyhold/core/types";
import type { CallTable } from "./calls.js";

/** The method of each call of core; its path is its name: see \`routeOf\`. */
${groups
  .map(({ name, routes }) => {
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Routes`;
    return `export const ${constant}: CallTable<${name}Endpoints> = ${methods(routes)};\n`;
  })
  .join("\n")}`;

/** By method, POST first: compressed, a client is smaller so. */
const methods = (routes: readonly DeclaredRoute[]): string =>
  tree(
    routes.toSorted((one, other) => other.method.localeCompare(one.method)),
    "",
    ",",
    ({ method }) => JSON.stringify(method),
  );

/** An object or a type with a member for each route, nested like the URLs; a type has the comments. */
function tree(
  routes: readonly DeclaredRoute[],
  modifier: string,
  separator: string,
  write: (route: DeclaredRoute) => string,
  depth = 1,
): string {
  const indent = "  ".repeat(depth);
  const members = [...Map.groupBy(routes, (route) => callOf(route)[depth - 1] ?? "")].map(([name, inside]) => {
    const [leaf] = inside.filter((route) => callOf(route).length === depth);
    if (!leaf)
      return `${indent}${modifier}${name}: ${tree(inside, modifier, separator, write, depth + 1)}${separator}\n`;
    if (inside.length > 1) throw new Error(`${inside.map(({ file }) => file).join(" and ")} have calls of one name.`);
    const value = write(leaf);
    const member = value === name && modifier === "" ? name : `${modifier}${name}: ${value}`;
    return `${modifier === "" ? "" : commentOf(leaf.doc, indent)}${indent}${member}${separator}\n`;
  });
  return `{\n${members.join("")}${"  ".repeat(depth - 1)}}`;
}

/** A doc comment of lines up to 120 characters. */
function commentOf(doc: string, indent: string): string {
  const line = `${indent}/** ${doc} */\n`;
  if (line.length <= 121) return line;
  const lines = [""];
  for (const word of doc.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (`${indent} *${longer}`.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return `${indent}/**\n${lines.map((text) => `${indent} *${text}\n`).join("")}${indent} */\n`;
}

/** Writes the files that differ, and answers their paths. */
export function writeRoutes(root: string): readonly string[] {
  const differing = [...routeTexts(root)].filter(([path, text]) => text !== textOf(join(root, path)));
  for (const [path, text] of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return differing.map(([path]) => path);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

if (import.meta.main) {
  for (const path of writeRoutes(join(import.meta.dirname, ".."))) console.log(`wrote the routes: ${path}`);
}
