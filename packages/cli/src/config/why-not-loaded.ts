import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Failure, messageOf } from "../terminal/failure.js";
import { shortPath } from "./find.js";

interface Place {
  readonly file: string;
  readonly root: string;
}

/** Why the config could not be loaded: the import, file or option that failed, and what to do. */
export function whyNotLoaded(error: unknown, { file, root }: Place): Failure {
  const path = shortPath(root, file);
  const configErrors = configErrorsOf(error);
  if (configErrors !== null) return new ConfigFailure(path, configErrors, error);
  const missing = missingModuleOf(error);
  if (missing !== null) {
    const importer = missing.importer === null ? path : shortPath(realpathSync(root), missing.importer);
    return new Failure(
      `Cannot load ${path}: ${importer} imports "${missing.name}", which was not found.`,
      remedyFor(missing.name),
      {
        cause: error,
      },
    );
  }
  const at = lineOf(error, root);
  return new Failure(
    `Cannot load ${path}: ${messageOf(error)}${at === null ? "" : `\n  at ${at}`}`,
    "The module failed while it was loaded. Correct it, or check the variables that it reads.",
    { cause: error },
  );
}

/** A config that `createAuth` rejected. */
export class ConfigFailure extends Failure {
  constructor(
    readonly path: string,
    readonly errors: readonly string[],
    cause: unknown,
  ) {
    super(
      `${path} has a config that createAuth cannot use:\n${errors.map((one) => `  - ${one}`).join("\n")}`,
      errors.some((one) => /^(secret|baseURL): missing/.test(one))
        ? "Set the variable in .env, or give a file by --env-file <path>. A secret: npx keyhold secret"
        : "Correct these options. See all of them: https://github.com/keyhold/keyhold/blob/main/docs/configuration.md",
      { cause },
    );
  }
}

/** Another copy of core threw the error, so the class is not known here. */
function configErrorsOf(error: unknown): readonly string[] | null {
  if (!(error instanceof Error) || error.name !== "ConfigError") return null;
  const errors: unknown = Reflect.get(error, "errors");
  return Array.isArray(errors) ? errors.map(String) : [error.message];
}

interface MissingModule {
  readonly name: string;
  readonly importer: string | null;
}

function missingModuleOf(error: unknown): MissingModule | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (code !== "MODULE_NOT_FOUND" && code !== "ERR_MODULE_NOT_FOUND") return null;
  const message = messageOf(error);
  const name = /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(message)?.[1];
  if (name === undefined) return null;
  const stack: unknown = error instanceof Error ? Reflect.get(error, "requireStack") : undefined;
  const importer = /imported from ['"]?([^'"\n]+)/.exec(message)?.[1] ?? (Array.isArray(stack) ? stack[0] : undefined);
  return { name, importer: typeof importer === "string" ? asPath(importer) : null };
}

const asPath = (place: string): string => (place.startsWith("file:") ? fileURLToPath(place) : place);

function remedyFor(name: string): string {
  if (name.startsWith(".") || name.startsWith("/")) return "Correct the path of the import.";
  if (/^[@~$#]\//.test(name) || /^[~$#]/.test(name)) {
    return "If it is a path alias, add it to `paths` of tsconfig.json; generated ones need the framework's own command first.";
  }
  if (name.startsWith("bun:")) return "Only Bun has this module. Run the command in Bun: bunx --bun keyhold migrate";
  if (/^\w+:/.test(name))
    return "A bundler makes this module. Import it elsewhere, or give a config without it by --config <path>.";
  const [scope = "", rest = ""] = name.split("/");
  return `Install it: npm install ${scope.startsWith("@") ? `${scope}/${rest}` : scope}`;
}

/** The first line of the stack inside the app. */
function lineOf(error: unknown, root: string): string | null {
  if (!(error instanceof Error)) return null;
  for (const line of error.stack?.split("\n") ?? []) {
    const place = /\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/.exec(line.trim())?.[1];
    if (place === undefined || place.includes("node_modules")) continue;
    const path = place.replace("file://", "");
    for (const folder of [root, realpathSync(root)]) {
      if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
    }
  }
  return null;
}
