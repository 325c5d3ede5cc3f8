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

const strict = {
  strict: true,
  target: "es2022",
  module: "nodenext",
  rootDir: ".",
  typeRoots: [`${everything}/node_modules/@types`],
};

/** The errors of a project, as a compiler prints them. */
async function errorsOf(name: string, compiler: Compiler, project: object): Promise<readonly string[]> {
  write(name, JSON.stringify(project));
  const tsc = join(root, "node_modules", compilers[compiler], "bin/tsc");
  const built = run("node", [tsc, "--project", name], { cwd: workspace });
  const { stdout } = await built.catch((failed: { readonly stdout: string }) => failed);
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

const filesOf = (half: MemberApp["half"]): readonly string[] =>
  apps.filter((app) => app.half === half).map(({ folder }) => `${folder}/index.ts`);

/** The halves are programs of their own: a compiler finds names in all files that a program reads. */
const halves = ["client", "server"] as const;
const programs = halves.flatMap((half) =>
  (Object.keys(compilers) as readonly Compiler[]).map((by) => [half, by] as const),
);

test.for(programs)(
  "each member can be exported alone with declarations, of a %s with each plugin, under TypeScript %s",
  { timeout },
  async ([half, compiler]) => {
    const compilerOptions = {
      ...strict,
      declaration: true,
      emitDeclarationOnly: true,
      skipLibCheck: true,
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      outDir: `declared-${compiler}`,
    };
    const project = { compilerOptions, files: filesOf(half) };
    expect(await errorsOf(`tsconfig.${half}.${compiler}.json`, compiler, project)).toEqual([]);
  },
);

test("a server with each plugin needs no types of a browser, also where declarations are checked", {
  timeout,
}, async () => {
  const compilerOptions = { ...strict, noEmit: true, skipLibCheck: false, lib: ["es2023"], types: ["node"] };
  const errors = await errorsOf("tsconfig.no-dom.json", "7", { compilerOptions, files: filesOf("server") });
  // Declarations of other packages may have errors of their own.
  expect(errors.filter((line) => line.includes("@keyhold") || !line.includes("node_modules"))).toEqual([]);
});

test("variables of the environment may be unset, with exactOptionalPropertyTypes", { timeout }, async () => {
  const file = `${everything}/environment.ts`;
  write(file, environment);
  const compilerOptions = {
    ...strict,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ["es2023", "dom"],
    types: ["node"],
  };
  expect(await errorsOf("tsconfig.environment.json", "7", { compilerOptions, files: [file] })).toEqual([]);
});

const environment = `import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { passkey } from "@keyhold/passkey";
import { social } from "@keyhold/social";
import { facebook } from "@keyhold/social/facebook";
import { twoFactor } from "@keyhold/two-factor";
const { UNSET } = process.env;
export const auth = createAuth({
  database: memory(),
  baseURL: UNSET,
  basePath: UNSET,
  errorURL: UNSET,
  trustedOrigins: undefined,
  cookies: { domain: UNSET, prefix: UNSET },
  plugins: [
    twoFactor({ issuer: UNSET }),
    passkey({ rpId: UNSET }),
    social({ providers: [facebook({ clientId: UNSET, clientSecret: UNSET, configId: UNSET, redirectURI: UNSET, prompt: UNSET })] }),
  ],
});
`;
