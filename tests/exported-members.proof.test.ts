import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { entriesOf } from "./harness/published/entries.ts";
import { install } from "./harness/published/install.ts";
import { everyDependency, everything, type MemberApp, memberApps } from "./harness/published/members.ts";
import { packAll, root } from "./harness/published/pack.ts";
import { type Compiler, compilers } from "./harness/published/references.ts";

/**
 * `export const { signIn, useSession } = createAuthClient({ plugins: [passkeyClient()] })` in an app that emits
 * declarations, with each plugin, installed as by pnpm: an app has access to the packages that the app lists.
 */

const run = promisify(execFile);
const timeout = 120_000;
const workspace = mkdtempSync(join(tmpdir(), "keyhold-members-"));
let apps: readonly MemberApp[] = [];

beforeAll(async () => {
  const { packages, remove } = await packAll();
  const entries = entriesOf(packages);
  install("pnpm", workspace, packages, { [everything]: everyDependency(entries) });
  apps = memberApps(workspace, entries);
  install("pnpm", workspace, packages, Object.fromEntries(apps.map((app) => [app.folder, app.dependencies])));
  remove();
  for (const { folder, text, dependencies } of apps) {
    write(join(folder, "index.ts"), text);
    const listed = Object.fromEntries(dependencies.map((name) => [name, "*"]));
    write(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies: listed }));
  }
}, timeout);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

test("every plugin has its apps", () => {
  const folders = apps.map(({ folder }) => folder);
  expect(folders).toEqual(
    expect.arrayContaining(["server-oneTimeToken", "react-passkeyClient", "react-billingClient"]),
  );
  expect(folders.length).toBeGreaterThan(45);
  expect(apps.filter(({ text }) => !text.includes(" = value.session"))).toEqual([]);
});

/** The halves are programs of their own: a compiler finds names in all files that a program reads. */
const halves = ["client", "server"] as const;
const programs = halves.flatMap((half) =>
  (Object.keys(compilers) as readonly Compiler[]).map((by) => [half, by] as const),
);

test.for(programs)(
  "each member can be exported alone with declarations, of a %s with each plugin, under TypeScript %s",
  { timeout },
  async ([half, compiler]) => {
    const project = `tsconfig.${half}.${compiler}.json`;
    const compilerOptions = {
      declaration: true,
      emitDeclarationOnly: true,
      strict: true,
      skipLibCheck: true,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      module: "nodenext",
      rootDir: ".",
      outDir: `declared-${compiler}`,
    };
    const files = apps.filter((app) => app.half === half).map(({ folder }) => `${folder}/index.ts`);
    write(project, JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, "node_modules", compilers[compiler], "bin/tsc");
    const built = run("node", [tsc, "--project", project], { cwd: workspace });
    const { stdout } = await built.catch((failed: { readonly stdout: string }) => failed);
    expect(stdout.split("\n").filter((line) => line.includes("error TS"))).toEqual([]);
  },
);
