import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { Failure, messageOf } from "../terminal/failure.js";

/**
 * Reads env files into `env`, as frameworks do: `.env.<mode>.local`, `.env.local`, `.env.<mode>`, `.env`, the first
 * value of a name wins, and a variable that is set already stays. The mode is `NODE_ENV`, else "development".
 *
 * @param given the files of `--env-file`; read instead of the usual ones
 * @returns the paths of the files that were read
 */
export function loadEnvFiles(root: string, given: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const paths = given.length > 0 ? [...given].reverse().map((path) => resolve(path)) : usualFiles(root, env.NODE_ENV);
  const read = paths.filter((path) => given.length > 0 || existsSync(path));
  const before = new Set(Object.keys(env));
  const found = new Map<string, string>();
  for (const path of read) {
    for (const [name, value] of Object.entries(parse(path))) if (!found.has(name)) found.set(name, value);
  }
  for (const [name, value] of found) if (!before.has(name)) env[name] = value;
  for (const name of found.keys()) if (!before.has(name)) env[name] = expand(env[name] ?? "", env);
  return read;
}

function usualFiles(root: string, mode = "development"): string[] {
  // A test must not depend on the machine of a developer, so frameworks leave this file out.
  const local = mode === "test" ? [] : [".env.local"];
  return [`.env.${mode}.local`, ...local, `.env.${mode}`, ".env"].map((name) => join(root, name));
}

function parse(path: string): Record<string, string> {
  try {
    const entries = Object.entries(parseEnv(readFileSync(path, "utf8")));
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
  } catch (error) {
    throw new Failure(`Cannot read the env file ${path}: ${messageOf(error)}`, "Check the path.", { cause: error });
  }
}

/**
 * `${NAME}` and `$NAME` stand for another variable, and `\\$` for a dollar sign. An unknown name is left unchanged: a
 * secret may contain a dollar sign.
 */
const expand = (value: string, env: NodeJS.ProcessEnv): string =>
  value.replaceAll(/\\\$|\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g, (whole, braced?: string, bare?: string) =>
    whole === "\\$" ? "$" : (env[braced ?? bare ?? ""] ?? whole),
  );
