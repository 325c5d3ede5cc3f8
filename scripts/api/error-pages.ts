import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorEntry } from "@keyhold/core";
import { type AnyEndpoint, commonErrors } from "@keyhold/core/plugin";
import { catalogues, endpoints } from "../../site/src/reference/every-plugin.ts";
import type { GeneratedFile } from "./openapi.ts";

/** The errors of core and of the plugins, each once: a list per catalogue, in its order. */
const listed: readonly (readonly ErrorEntry[])[] = catalogues.map((errors, index) => {
  const earlier = new Set(catalogues.slice(0, index).flatMap((other) => Object.keys(other)));
  return Object.values(errors).filter(({ code }) => !earlier.has(code));
});

/** Every error of this repository. */
export const everyError: readonly ErrorEntry[] = listed.flat();

/** The list of errors and the pages of errors that differ from the catalogues and the routes, as they should be. */
export function errorPagesToWrite(root: string): readonly GeneratedFile[] {
  const list = file(root, "docs/errors.md", (text) => listed.reduce(withRows, text));
  const pages = everyError.map((error) => file(root, `docs/errors/${error.code}.md`, (text) => withFacts(text, error)));
  return [list, ...pages].flat();
}

function file(root: string, path: string, change: (text: string) => string): readonly GeneratedFile[] {
  const before = readFileSync(join(root, path), "utf8");
  const text = change(before);
  return text === before ? [] : [{ path, text }];
}

const row = /^\| \d{3} \| \[`(\w+)`\].*$/;

/** The list with the rows of one catalogue, below the heading that has one of them. */
function withRows(text: string, errors: readonly ErrorEntry[]): string {
  if (errors.length === 0) return text;
  const sections = text.split(/^(?=## )/m);
  const codes = new Set<string | undefined>(errors.map(({ code }) => code));
  const rowsOf = (section: string): readonly string[] => section.split("\n").filter((line) => row.test(line));
  const at = sections.findIndex((section) => rowsOf(section).some((line) => codes.has(row.exec(line)?.[1])));
  const found = sections[at];
  if (!found) throw new Error(`docs/errors.md has no table with ${errors[0]?.code}: write a heading with this row.`);
  const rows = errors.map(
    ({ code, status, message }) => `| ${status} | [\`${code}\`](errors/${code}.md) | ${message} |`,
  );
  const lines = found.split("\n");
  if (rowsOf(found).toSorted().join() === rows.toSorted().join()) return text;
  const first = lines.findIndex((line) => row.test(line));
  const others = lines.filter((line) => !row.test(line));
  return sections.with(at, others.toSpliced(first, 0, ...rows).join("\n")).join("");
}

/** A page with the status, the message and the routes of its error. */
function withFacts(text: string, { code, status, message }: ErrorEntry): string {
  const [title = "", , ...rest] = text.split("\n\n");
  const stated = [title, `\`${status}: "${message}"\``, ...rest].join("\n\n");
  const declared = routesWith(code);
  const [before = "", after = ""] = stated.split("## Routes\n\n");
  const items = /^(?:- .*\n|No route .*\n)*/.exec(after)?.[0] ?? "";
  const named = [...items.matchAll(/^- (.*)$/gm)].flatMap(([, item = ""]) => item.match(/`[^`]+`/g) ?? []);
  // A page may have the routes of a plugin on a line, in an order of its own.
  const isSame =
    named.toSorted().join() ===
    declared
      .map((route) => `\`${route}\``)
      .toSorted()
      .join();
  if (isSame || (declared.length === 0 && code in commonErrors)) return stated;
  if (declared.length === 0)
    return named.length === 0 ? stated : `${before}## Routes\n\nNo route declares this code.\n`;
  return `${before}## Routes\n\n${declared.map((route) => `- \`${route}\`\n`).join("")}${after.slice(items.length)}`;
}

const redirecting = (field: string) => (endpoint: AnyEndpoint) => endpoint.redirects.includes(field);

/** Errors of the request pipeline that depend on the declaration of a route. */
const byDeclaration: Readonly<Record<string, (endpoint: AnyEndpoint) => boolean>> = {
  CHALLENGE_FAILED: ({ challengedAction }) => challengedAction !== null,
  INVALID_CALLBACKURL: redirecting("callbackURL"),
  INVALID_REDIRECTURL: redirecting("redirectTo"),
  INVALID_ERRORCALLBACKURL: redirecting("errorCallbackURL"),
  INVALID_NEWUSERCALLBACKURL: redirecting("newUserCallbackURL"),
  SESSION_IS_NOT_FRESH: ({ access }) => access === "fresh",
};

/** The routes that may answer a code, and the calls of the server. */
export const routesWith = (code: string): readonly string[] =>
  endpoints
    .filter(byDeclaration[code] ?? (({ errors }) => errors.includes(code)))
    .map((endpoint) => (endpoint.isServerOnly ? serverCallOf(endpoint) : endpoint.route));

/** "POST /organization/add-member" is `auth.api.organization.addMember`. */
const serverCallOf = ({ route }: AnyEndpoint): string =>
  `auth.api${route
    .slice(route.indexOf(" ") + 1)
    .replaceAll("/", ".")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
