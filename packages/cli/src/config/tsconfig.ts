import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createFilesMatcher, getTsconfig, parseTsconfig, type TsConfigResult } from "get-tsconfig";

/**
 * The tsconfig whose `paths` count for a file: the nearest tsconfig, or the project in `references` that covers the
 * file. Null: no tsconfig has `paths`, or extends a file that a framework has not generated.
 */
function tsconfigFor(file: string): string | null {
  const nearest = nearestOf(file, "tsconfig.json") ?? nearestOf(file, "jsconfig.json");
  if (nearest === null) return null;
  const withPaths = [...withReferences(nearest, new Set())].filter(({ config }) => config.compilerOptions?.paths);
  const covering = withPaths.find((found) => createFilesMatcher(found)(file) !== undefined);
  return (covering ?? withPaths[0])?.path ?? null;
}

/**
 * The tsconfig for jiti, which reads no other name than tsconfig.json, and reads the file again for each module: a file
 * of another name gets a tsconfig.json that extends this file, until the process ends.
 */
export function tsconfigForJiti(file: string): string | false {
  const found = tsconfigFor(file);
  if (found === null || basename(found) === "tsconfig.json") return found ?? false;
  const folder = mkdtempSync(join(tmpdir(), "keyhold-tsconfig-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "tsconfig.json");
  writeFileSync(path, JSON.stringify({ extends: found }));
  return path;
}

function nearestOf(file: string, name: string): TsConfigResult | null {
  try {
    return getTsconfig(dirname(file), name);
  } catch {
    // The tsconfig extends a file that a framework has not generated yet.
    return null;
  }
}

function* withReferences(found: TsConfigResult, seen: Set<string>): Generator<TsConfigResult> {
  if (seen.has(found.path)) return;
  seen.add(found.path);
  yield found;
  for (const { path } of found.config.references ?? []) {
    const referenced = read(resolve(dirname(found.path), path));
    if (referenced !== null) yield* withReferences(referenced, seen);
  }
}

function read(given: string): TsConfigResult | null {
  if (!existsSync(given)) return null;
  const path = statSync(given).isDirectory() ? join(given, "tsconfig.json") : given;
  try {
    return { path, config: parseTsconfig(path) };
  } catch {
    return null;
  }
}
