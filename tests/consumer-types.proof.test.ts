import { execFile } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installConsumer, parts } from "./harness/published/consumer.ts";
import { root } from "./harness/published/pack.ts";
import { callsOf, type Exported, hoversOf } from "./harness/quick-info.ts";

/** The cost of types for an app: a server and a web package of one workspace, installed as by pnpm. */

const run = promisify(execFile);

/**
 * Of one program with server, client, React hooks and every plugin. The compiler of 7.0 counts shared types once per
 * worker.
 */
const maxInstantiations = { "5.9": 7100, "7.0": 9800 };
/** Of a program with organizations and the app's columns on them, in server and client. */
const maxWithColumns = 3900;
/** Of a program with columns of the user in the config, in server and client. */
const maxWithUserColumns = 5000;
/** Emitted lines of declarations for each line of source; the largest is 0.63. A type that is spelled out where it had a name shows here first. */
const maxDeclarationLines = 0.8;

const fastest = "typescript7";
const compilers = { "5.9": "typescript59", "7.0": fastest };

let workspace = "";
let remove = (): void => undefined;
beforeAll(async () => {
  ({ workspace, remove } = await installConsumer());
}, 120_000);
afterAll(() => remove());

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

/** The compiler's output, errors included. */
async function compile(compiler: string, files: readonly string[], options: readonly string[]): Promise<string> {
  const tsc = join(root, "node_modules", compiler, "bin/tsc");
  const work = run("node", [tsc, ...strict, ...options, ...files], { cwd: workspace });
  const { stdout } = await work.catch((failed: { stdout: string }) => failed);
  return stdout;
}

const instantiationsIn = (printed: string): number => Number(/Instantiations:\s+(\d+)/.exec(printed)?.[1]);
const errorsIn = (printed: string): string[] => printed.split("\n").filter((line) => line.includes("error TS"));
const server = ["server/auth.ts"];
const labelled = ["server/labels.ts", "web/labels-client.ts"];
const userColumns = ["server/columns.ts", "web/columns-client.ts"];
const web = ["web/auth-client.ts", "web/app.tsx"];

/** Writes a file that exports a function for every call, with the call's answer as result. A hook gets no argument. */
function exportCalls(exported: Exported): string {
  const path = join(dirname(exported.file), `every-call-of-${exported.name}.ts`);
  const functions = callsOf(workspace, exported).map(
    (call, index) =>
      `export const call${index} = (input: never) => ${call}(${/\.use[A-Z]/.test(call) ? "" : "input"});\n`,
  );
  const from = `./${basename(exported.file, ".ts")}.js`;
  writeFileSync(join(workspace, path), `import { ${exported.name} } from "${from}";\n${functions.join("")}`);
  return path;
}

/** Six compilers at once, beside all other tests. */
const timeoutMilliseconds = 120_000;

describe.concurrent.for(Object.entries(compilers) as [keyof typeof compilers, string][])(
  "an app's types under TypeScript %s",
  { timeout: timeoutMilliseconds },
  ([version, compiler]) => {
    test(`cost less than ${maxInstantiations[version]} instantiations`, async () => {
      const printed = await compile(
        compiler,
        [...server, ...web],
        ["--noEmit", "--skipLibCheck", "--extendedDiagnostics"],
      );
      expect(errorsIn(printed)).toEqual([]);
      expect(instantiationsIn(printed)).toBeLessThan(maxInstantiations[version]);
      expect(instantiationsIn(printed)).toBeGreaterThan(0);
    });

    test.for(Object.entries({ server, web }))(
      "inferred in %s can be declared, and the declarations are self-contained",
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

test.for(parts)(
  "the answer of every call of $name can be declared by an app",
  { timeout: timeoutMilliseconds },
  async (exported) => {
    const options = [
      "--skipLibCheck",
      "--declaration",
      "--emitDeclarationOnly",
      "--outDir",
      `declared-${exported.name}`,
    ];
    expect(errorsIn(await compile(fastest, [exportCalls(exported)], options))).toEqual([]);
  },
);

test("an app's columns on organizations are typed and can be declared", { timeout: timeoutMilliseconds }, async () => {
  const options = ["--skipLibCheck", "--declaration", "--emitDeclarationOnly", "--outDir", "declared-columns"];
  const printed = await compile(fastest, labelled, [...options, "--extendedDiagnostics"]);
  expect(errorsIn(printed)).toEqual([]);
  expect(instantiationsIn(printed)).toBeLessThan(maxWithColumns);
  const shown = readFileSync(join(workspace, "declared-columns/server/labels.d.ts"), "utf8");
  expect(shown).toMatch(/const hire: [^=]+title: string[^=]+=> Promise<\{[^;]+;[^>]+title: string \| null/s);
});

test("an app's columns of the user are typed and can be declared", { timeout: timeoutMilliseconds }, async () => {
  const options = ["--skipLibCheck", "--declaration", "--emitDeclarationOnly", "--outDir", "declared-user-columns"];
  const printed = await compile(compilers["5.9"], userColumns, [...options, "--extendedDiagnostics"]);
  expect(errorsIn(printed)).toEqual([]);
  expect(instantiationsIn(printed)).toBeLessThan(maxWithUserColumns);
  const declared = (path: string) => readFileSync(join(workspace, "declared-user-columns", path), "utf8");
  const taken = /taken: \{\s+locale\?: string \| undefined;\s+birthday\?: string \| undefined;/;
  expect(declared("web/columns-client.d.ts")).toMatch(taken);
  // Each part names packages that it depends on.
  expect(declared("web/columns-client.d.ts")).not.toMatch(/Column<|@keyhold\/(core|client)/);
  expect(declared("server/columns.d.ts")).not.toContain("@keyhold/react");
});

describe("the hover of a call in an editor shows", { timeout: timeoutMilliseconds }, () => {
  /** Internal types. Names of answers, such as `Organization`, are meant for readers. */
  const machinery =
    /\b(Zod|z\.|Endpoint|Plugin|PluginTypes|WithUser|WithColumns|WithTaken|Changes|ColumnsTaken|InputOf|OutputOf|InputColumns|OutputColumns|GivenFields|Flat|AddedBy|SessionOf|Together|ClientCalls?|ServerCalls?|Shape|infer|keyof|any)\b| extends | in keyof /;
  test.for(parts)("plain objects and no machinery: $name", (part) => {
    const hovers = hoversOf(workspace, part);
    expect(hovers.length).toBeGreaterThan(80);
    expect(hovers.filter(({ text }) => text === "" || machinery.test(text))).toEqual([]);
  });

  test("its input and its answer", () => {
    const [api, client] = parts.map((part) => new Map(hoversOf(workspace, part).map(({ call, text }) => [call, text])));
    expect(api?.get("api.organization.inviteMember")).toMatch(/email: string;.+=> Promise<Invitation>$/s);
    expect(client?.get("authClient.organization.create")).toMatch(
      /slug: string;.+=> Promise<Answer<CreatedOrganization, "[A-Z_]+"/s,
    );
    expect(api?.get("api.getSession")).toContain("user: User & UsernameUser & AdminUser;");
    expect(client?.get("authClient.updateUser")).toContain("username?: string | null | undefined;");
  });
});

test("the packages' own declarations stay shorter than their sources", () => {
  const lengths = globSync("packages/*/dist", { cwd: root }).map((dist) => {
    const emitted = linesOf(join(root, dist), /\.d\.ts$/);
    const written = linesOf(join(root, dirname(dist), "src"), /^(?!.*\.test).*\.tsx?$/);
    return { of: dirname(dist), lines: emitted, ratio: emitted / written };
  });
  expect(lengths.length).toBeGreaterThan(10);
  expect(lengths.filter(({ ratio }) => !(ratio < maxDeclarationLines))).toEqual([]);
});

function linesOf(folder: string, pattern: RegExp): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => pattern.test(path));
  return files.reduce((sum, path) => sum + readFileSync(join(folder, path), "utf8").split("\n").length - 1, 0);
}
