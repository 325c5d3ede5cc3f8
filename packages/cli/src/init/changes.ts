import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newSecret } from "../config/new-secret.js";
import type { Choices } from "./choices.js";
import type { Project } from "./project.js";
import type { Template } from "./template.js";

const secretFile = ".env";
const ownerOnly = 0o600;

/** A file of the app, before and after. */
export interface Change {
  /** From the app's folder. */
  readonly path: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  readonly after: string;
  /** What is shown of `after`: without secrets. */
  readonly shown: string;
  /** Whether the file keeps all lines, so that no work of the app is lost. */
  readonly isAddition: boolean;
}

/** The changes of a template, without files that need no change. */
export function changesFor(project: Project, choices: Choices, template: Template): readonly Change[] {
  const read = (path: string): string | null => {
    const file = join(project.folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  const files = Object.entries(template.files).map(([path, text]): Change => {
    const before = read(path);
    const isAddition = before === null || (template.added ?? []).includes(path);
    return { path, before, after: text, shown: text, isAddition };
  });
  const all = [
    manifestChange(project, template),
    ...files,
    envChange(read(secretFile), choices, template.origin ?? defaultOrigin),
    ignoreChange(read(".gitignore"), choices),
  ];
  return all.filter(({ before, after }) => before !== after);
}

export function write(project: Project, { path, after }: Change): void {
  const file = join(project.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const isSecret = path === secretFile;
  writeFileSync(file, after, isSecret ? { mode: ownerOnly } : {});
  // Writing keeps the mode of an existing file, and the file has got a secret.
  if (isSecret) chmodSync(file, ownerOnly);
}

/** Adds scripts that package.json lacks, and the type of new code, in the file's indentation. */
function manifestChange({ manifest, name, modules }: Project, { scripts, areModules = false }: Template): Change {
  const before = manifest;
  const fields: { scripts?: Record<string, string>; type?: string } = before === null ? {} : JSON.parse(before);
  const first = before === null ? { name, private: true, type: "module" } : {};
  const becomesModule = areModules && modules === "new";
  const type = becomesModule ? { type: "module" } : {};
  const merged = { ...first, ...fields, ...type, scripts: { ...scripts, ...fields.scripts } };
  const indent = /^([ \t]+)"/m.exec(before ?? "")?.[1] ?? "  ";
  const isSame = !becomesModule && Object.keys(scripts).every((script) => fields.scripts?.[script] !== undefined);
  const after = before !== null && isSame ? before : `${JSON.stringify(merged, null, indent)}\n`;
  return { path: "package.json", before, after, shown: after, isAddition: true };
}

const exampleUrls = {
  postgres: "postgres://postgres:postgres@localhost:5432/app",
  mysql: "mysql://root:root@localhost:3306/app",
} as const;

export const defaultOrigin = "http://localhost:3000";

function envChange(before: string | null, { database }: Choices, origin: string): Change {
  const secret = newSecret();
  const wanted = [
    ["AUTH_SECRET", secret],
    ["AUTH_URL", origin],
    ...(database === "sqlite" ? [] : [["DATABASE_URL", exampleUrls[database]] as const]),
  ] as const;
  const missing = wanted.filter(([name]) => !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(before ?? ""));
  const after = appended(
    before,
    missing.map(([name, value]) => `${name}=${value}`),
  );
  return { path: secretFile, before, after, shown: after.replace(secret, "(a new secret)"), isAddition: true };
}

/** Secrets, and the users of the developer's machine, stay out of version control. */
function ignoreChange(before: string | null, { database }: Choices): Change {
  const present = (before ?? "").split("\n").map((line) => line.trim().replace(/^\/|\/$/g, ""));
  const covers = (line: string): boolean => present.includes(line) || (line === ".env" && present.includes(".env*"));
  const wanted = ["node_modules", ".env", ...(database === "sqlite" ? ["app.db*"] : [])];
  const after = appended(
    before,
    wanted.filter((line) => !covers(line)),
  );
  return { path: ".gitignore", before, after, shown: after, isAddition: true };
}

function appended(before: string | null, lines: readonly string[]): string {
  if (lines.length === 0) return before ?? "";
  const start = before === null || before === "" || before.endsWith("\n") ? (before ?? "") : `${before}\n`;
  return `${start}${lines.join("\n")}\n`;
}
