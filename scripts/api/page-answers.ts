import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calls, document } from "../../site/src/reference/every-plugin.ts";
import type { GeneratedFile } from "./openapi.ts";

// Pages name the fields of an answer as "`status()` answers `{ enabled, … }`", or in the row of a call in a table.
const answered = /`([\w.]+)(?:\([^`]*\))?`(?: answers |(?: \|[^|\n]*)? \| )`\{ ([^`]*) \}`/g;
const called = /`(?:authClient\.)?(\w+\.[\w.]+)\(\{ ([^`]*) \}\)`/g;

/** The pages whose fields of answers differ from the declarations, with the declared fields. */
export function pagesToWrite(root: string): readonly GeneratedFile[] {
  return pagesOf(root).flatMap(({ path, text }) => {
    const written = text.replace(answered, (match, call: string, fields: string) => {
      const declared = callNamed(call, path)?.answer ?? [];
      if (declared.length === 0) return match;
      return match.replace(`{ ${fields} }`, `{ ${declared.join(", ")} }`);
    });
    return written === text ? [] : [{ path, text: written }];
  });
}

/** The fields on pages that a call does not take. */
export const unknownInputs = (root: string): readonly string[] =>
  pagesOf(root).flatMap(({ path, text }) =>
    [...text.matchAll(called)].flatMap(([match, call = "", fields = ""]) => {
      const known = callNamed(call, path)?.input;
      const given =
        fields
          .replace(/\{.*\}|\[.*\]|"[^"]*"/g, "")
          .replace(/:\s*\w+/g, ":")
          .match(/\w+(?=\s*[?:,]|\s*$)/g) ?? [];
      return known && given.some((field) => !known.includes(field))
        ? [`${path}: ${match}, of ${known.join(", ")}`]
        : [];
    }),
  );

function pagesOf(root: string): readonly GeneratedFile[] {
  const paths = globSync("docs/**/*.md", { cwd: root, exclude: ["docs/decisions/**"] });
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

interface Call {
  readonly input: readonly string[];
  readonly answer: readonly string[];
}

/** The call of a name as it stands on a page: the whole name, or its end if the page is of the call's plugin. */
function callNamed(name: string, path: string): Call | null {
  const ends = Object.entries(calls).filter(([, call]) => call === name || call.endsWith(`.${name}`));
  const exact = ends.filter(([, call]) => call === name);
  const found = exact.length > 0 ? exact : ends.filter(([, call]) => path.includes(dashed(call.split(".")[0] ?? "")));
  const [route] = found.length === 1 ? (found[0] ?? []) : [];
  return route === undefined ? null : callOf(route);
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function callOf(route: string): Call | null {
  const [method = "", path = ""] = route.split(" ");
  const template = `/api/auth${path.replace(/:(\w+)/g, "{$1}")}`;
  const operation = document.paths[template]?.[method === "GET" ? "get" : "post"];
  if (!operation) return null;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses["200"];
  const answered = answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined;
  const parameters = (operation.parameters ?? []).flatMap((parameter) => ("name" in parameter ? [parameter.name] : []));
  return { input: [...parameters, ...fieldsOf(body)], answer: fieldsOf(answered) };
}

/** The fields of an object, of all members of a union. */
function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, anyOf, oneOf, allOf, $ref } = schema as Record<string, unknown>;
  if (typeof $ref === "string") return fieldsOf(referenced($ref));
  const members = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set([...Object.keys(properties ?? {}), ...members.flatMap(fieldsOf)])];
}

const referenced = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((value, key) => Reflect.get(Object(value), key), document);
