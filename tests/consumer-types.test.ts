import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** What types cost an app: a server and a web package of one workspace, installed as pnpm installs them. */

const root = fileURLToPath(new URL("..", import.meta.url));
const fixture = join(root, "tests/fixtures/consumer");
const workspace = mkdtempSync(join(tmpdir(), "keyhold-consumer-"));
const run = promisify(execFile);

/** Of one program with server, client, React hook and two plugins. */
const mostInstantiations = 5500;
/** Emitted lines of declarations for each line of source; the largest is 0.63. A type that is spelled out where it had a name shows here first. */
const mostDeclarationLines = 0.8;

const fastest = "typescript7";
const compilers = { "5.9": "typescript59", "7.0": fastest };
const serverNeeds = ["core", "adapter-memory", "username", "social"];
const webNeeds = ["react", "username", "social"];
const installed = ["core", "adapter-memory", "client", "react", "username", "social"];

beforeAll(async () => {
  const unbuilt = installed.filter((name) => !existsSync(join(root, "packages", name, "dist/index.d.ts")));
  const filters = unbuilt.map((name) => `--filter=@keyhold/${name}`);
  if (unbuilt.length > 0) await run(join(root, "node_modules/.bin/turbo"), ["run", "build", ...filters], { cwd: root });
  install();
}, 120_000);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** Each package sees what it asks for, and nothing else. */
function install(): void {
  for (const name of installed) {
    const source = join(root, "packages", name);
    cpSync(join(source, "dist"), join(storeOf(name), "dist"), { recursive: true });
    cpSync(join(source, "package.json"), join(storeOf(name), "package.json"));
    for (const dependency of dependenciesOf(source)) {
      const sibling = dependency.match(/^@keyhold\/(.+)/)?.[1];
      const target = sibling ? storeOf(sibling) : realpathSync(join(source, "node_modules", dependency));
      link(target, join(storeOf(name), "../..", dependency));
    }
  }
  for (const [part, needs] of Object.entries({ server: serverNeeds, web: webNeeds })) {
    cpSync(join(fixture, part), join(workspace, part), { recursive: true });
    writeFileSync(join(workspace, part, "package.json"), '{ "type": "module" }');
    for (const name of needs) link(storeOf(name), join(workspace, part, "node_modules/@keyhold", name));
  }
  for (const name of ["react", "@types/react"]) {
    link(realpathSync(join(root, "node_modules", name)), join(workspace, "web/node_modules", name));
  }
}

const storeOf = (name: string): string => join(workspace, "node_modules/.pnpm", name, "node_modules/@keyhold", name);

function dependenciesOf(source: string): string[] {
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

const strict = [
  "--strict",
  "--module",
  "nodenext",
  "--target",
  "es2022",
  "--lib",
  "es2023,dom,dom.iterable",
  "--jsx",
  "react-jsx",
];

/** What the compiler prints; its errors are in it. */
async function compile(compiler: string, files: readonly string[], options: readonly string[]): Promise<string> {
  const tsc = join(root, "node_modules", compiler, "bin/tsc");
  const work = run("node", [tsc, ...strict, ...options, ...files], { cwd: workspace });
  const { stdout } = await work.catch((failed: { stdout: string }) => failed);
  return stdout;
}

const errorsIn = (printed: string): string[] => printed.split("\n").filter((line) => line.includes("error TS"));
const server = ["server/auth.ts"];
const web = ["web/auth-client.ts", "web/app.tsx"];

/** Six compilers at once, beside all other tests. */
const patience = 120_000;

describe.concurrent.for(Object.entries(compilers))(
  "an app's types under TypeScript %s",
  { timeout: patience },
  ([, compiler]) => {
    test(`cost less than ${mostInstantiations} instantiations`, async () => {
      const printed = await compile(
        compiler,
        [...server, ...web],
        ["--noEmit", "--skipLibCheck", "--extendedDiagnostics"],
      );
      expect(errorsIn(printed)).toEqual([]);
      const instantiations = Number(/Instantiations:\s+(\d+)/.exec(printed)?.[1]);
      expect(instantiations).toBeLessThan(mostInstantiations);
      expect(instantiations).toBeGreaterThan(0);
    });

    test.for(Object.entries({ server, web }))(
      "that are inferred in %s can be declared, and the declarations stand alone",
      async ([part, files]) => {
        const out = join(part, `dist-${compiler}`);
        const emitted = await compile(compiler, files, [
          "--skipLibCheck",
          "--declaration",
          "--emitDeclarationOnly",
          "--outDir",
          out,
        ]);
        expect(errorsIn(emitted)).toEqual([]);
        const declarations = readdirSync(join(workspace, out)).map((name) => join(out, name));
        expect(declarations).toHaveLength(files.length);
        const printed = await compile(fastest, declarations, ["--noEmit"]);
        expect(errorsIn(printed).filter((line) => line.includes(out))).toEqual([]);
        const text = declarations.map((path) => readFileSync(join(workspace, path), "utf8")).join("\n");
        expect(text).not.toMatch(/\b(any|unknown)\b/);
      },
    );
  },
);

test("the packages' own declarations stay shorter than their sources", () => {
  const lengths = globSync("packages/*/dist", { cwd: root }).map((dist) => {
    const emitted = linesOf(join(root, dist), /\.d\.ts$/);
    const written = linesOf(join(root, dirname(dist), "src"), /^(?!.*\.test).*\.tsx?$/);
    return { of: dirname(dist), lines: emitted, ratio: emitted / written };
  });
  expect(lengths.length).toBeGreaterThanOrEqual(installed.length);
  expect(lengths.filter(({ ratio }) => !(ratio < mostDeclarationLines))).toEqual([]);
});

function linesOf(folder: string, pattern: RegExp): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => pattern.test(path));
  return files.reduce((sum, path) => sum + readFileSync(join(folder, path), "utf8").split("\n").length - 1, 0);
}
