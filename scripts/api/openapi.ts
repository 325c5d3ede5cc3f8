import { document } from "../../site/src/reference/every-plugin.ts";

/** A committed file that is written from declarations. */
export interface GeneratedFile {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The OpenAPI document of an auth with every plugin: a field that a route takes or answers is a part of it. */
export const openApiFile: GeneratedFile = { path: "api/openapi.json", text: `${jsonOf(document)}\n` };

/** JSON with one line for each value that fits into 120 characters. */
function jsonOf(value: unknown, indent = ""): string {
  const short = JSON.stringify(value);
  if (typeof value !== "object" || value === null || short.length + indent.length <= 120) return short;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => jsonOf(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${jsonOf(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}
