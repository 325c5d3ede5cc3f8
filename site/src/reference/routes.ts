import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenApiDocument, Operation } from "@keyhold/openapi";
import { build } from "esbuild";
import { root } from "../pages.ts";
import type { ReferencePage } from "./packages.ts";
import { cell, code, prose } from "./prose.ts";
import { fieldRows, schemaSection, typeText } from "./schemas.ts";

interface EveryPlugin {
  readonly document: OpenApiDocument;
  readonly commonCodes: readonly string[];
  readonly calls: Readonly<Record<string, string>>;
}

/** The document of an auth with every plugin, from the packages' sources. */
export async function readRoutes(): Promise<EveryPlugin> {
  const outfile = join(root, "node_modules/.cache/keyhold/every-plugin.mjs");
  const entry = join(root, "site/src/reference/every-plugin.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", logLevel: "error" });
  return import(pathToFileURL(outfile).href);
}

interface Route {
  readonly method: string;
  /** Below the base path, e.g. "/sign-in/email". */
  readonly path: string;
  readonly operation: Operation;
}

const routesOf = ({ paths }: OpenApiDocument): readonly Route[] =>
  Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: "GET", path: belowBase(path), operation: get }] : []),
    ...(post ? [{ method: "POST", path: belowBase(path), operation: post }] : []),
  ]);

const belowBase = (path: string): string => path.replace("/api/auth", "").replace(/\{(\w+)\}/g, ":$1");

const summary = "Every route of core and of the plugins: input, answer, errors, rate limits.";

/** The page of all routes. */
export function routesPage(all: EveryPlugin): ReferencePage {
  const { document } = all;
  const routes = routesOf(document);
  const sections = document.tags.map(({ name, description }) => {
    const own = routes.filter(({ operation }) => operation.tags.includes(name));
    return [
      `## ${titles[name] ?? name.replace(/^./, (letter) => letter.toUpperCase())} {#plugin-${name}}`,
      "",
      ...(description ? [prose(description), ""] : []),
      ...own.map((route) => routeSection(route, all)),
    ].join("\n");
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema));
  const text = [intro, ...sections, "## Objects {#objects}", "", ...schemas].join("\n");
  return { path: "reference/routes.md", title: "Routes", summary, text };
}

const titles: Readonly<Record<string, string>> = { core: "Core", "open-api": "OpenAPI" };

const intro = `---
pageClass: reference
---

# Routes

${summary} Made from the declarations that the server checks; \`@keyhold/openapi\` makes the same [for your app](/openapi).

All plugins are on: an input has their columns, such as \`username\` at a sign-up. The paths are below \`/api/auth\`. A \`POST\` takes JSON, and from a browser it must come from a [trusted origin](/security). An error is \`{ code, message }\` with its status. Dates are texts in ISO 8601, UTC. The call of a route has its name: \`POST /sign-in/email\` is \`auth.api.signIn.email\` on the server and \`authClient.signIn.email\` in the [client](/client).
`;

function routeSection({ method, path, operation }: Route, { document, commonCodes, calls }: EveryPlugin): string {
  const { operationId, summary, description } = operation;
  const call = calls[`${method} ${path}`];
  return [
    `### ${method} ${path} {#${operationId}}`,
    "",
    [`${prose(summary)}.`, ...(description ? [prose(description)] : [])].join(" "),
    "",
    ...(call === undefined ? [] : [`- Call: \`auth.api.${call}\``]),
    `- Session: ${sessionText(operation)}`,
    ...limitText(operation),
    "",
    ...inputText(operation),
    ...answerText(operation),
    ...errorText(errorsOf(document, operation), commonCodes),
  ].join("\n");
}

function sessionText({ security }: Operation): string {
  if (security.length === 0) return "not needed";
  return security.some((scheme) => Object.keys(scheme).length === 0) ? "optional" : "needed";
}

function limitText({ "x-rate-limits": limits = [] }: Operation): readonly string[] {
  const texts = limits.map(({ max, windowSeconds }) => `${max} calls in ${timeText(windowSeconds)}`);
  return texts.length > 0 ? [`- [Rate limit](/security#rate-limits): ${texts.join(", ")}`] : [];
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

function timeText(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  return seconds === length ? `1 ${unit}` : `${seconds / length} ${unit}s`;
}

function inputText({ parameters = [], requestBody }: Operation): readonly string[] {
  const [body] = Object.values(requestBody?.content ?? {});
  const rows = [
    ...parameters.map(({ name, in: place, required, schema, description }) => {
      const text = [typeText(schema), required ? "" : "optional", `in the ${place}`, cell(description ?? "")];
      return `| ${code(name)} | ${text.filter((part) => part !== "").join(", ")} |`;
    }),
    ...(body ? fieldRows(body.schema) : []),
  ];
  if (rows.length > 0) return ["| Input | |", "| --- | --- |", ...rows, ""];
  return requestBody?.description ? [prose(requestBody.description), ""] : [];
}

function answerText({ responses }: Operation): readonly string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!/^[23]/.test(status) || "$ref" in response) return [];
    const schema = response.content?.["application/json"]?.schema;
    const rows = schema ? fieldRows(schema) : [];
    if (schema && rows.length > 0) return [`| Answer ${status} | |`, "| --- | --- |", ...rows, ""];
    const types = Object.keys(response.content ?? {}).join(" or ");
    const text = schema ? typeText(schema) : types || prose(response.description.replace(/\.$/, ""));
    return [`Answer ${status}: ${text || "empty"}.`, ""];
  });
}

interface RouteError {
  readonly code: string;
  readonly status: string;
  readonly message: string;
}

/** The errors of an operation: each is an example of its response. */
function errorsOf({ components }: OpenApiDocument, { responses }: Operation): readonly RouteError[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!/^[45]/.test(status)) return [];
    const found = "$ref" in response ? components.responses[lastName(response.$ref)] : response;
    return Object.entries(found?.content?.["application/json"]?.examples ?? {}).map(([code, example]) => {
      const shown = "$ref" in example ? components.examples[lastName(example.$ref)] : example;
      return { code, status, message: shown?.summary ?? "" };
    });
  });
}

export const lastName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

function errorText(errors: readonly RouteError[], commonCodes: readonly string[]): readonly string[] {
  const own = errors.filter(({ code }) => !commonCodes.includes(code));
  const common = errors.filter(({ code }) => commonCodes.includes(code));
  const rows = own.map(({ status, code, message }) => `| ${status} ${errorLink(code)} | ${cell(message)} |`);
  const others = common.map(({ status, code }) => `${status} ${errorLink(code)}`).join(", ");
  return [
    ...(rows.length > 0 ? ["| Error | |", "| --- | --- |", ...rows, ""] : []),
    ...(others === ""
      ? []
      : [`<details><summary>${common.length} errors of most routes</summary>`, "", `${others}.`, "", "</details>", ""]),
  ];
}

const errorLink = (name: string): string =>
  existsSync(join(root, `docs/errors/${name}.md`)) ? `[${code(name)}](/errors/${name})` : code(name);
