import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
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
import { type Exported, hoversOf } from "../../../tests/harness/quick-info.ts";

/** The cost of the billing schemas' types for an app, and their readability in an editor. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = join(root, "packages/billing-schema");
const workspace = mkdtempSync(join(tmpdir(), "keyhold-billing-consumer-"));
const run = promisify(execFile);

/** Of an app that reads five events, deep into most entities, and writes them again. Measured, and 15 % more. */
const maxInstantiations = { "5.9": 28_200, "7.0": 32_700 };
/** Of an app that uses the id of a paid order: only the used entities cost. */
const maxOfOneEvent = 2_800;
/** Of an app that sends four requests. */
const maxOfRequests = 5_700;
/** Of all emitted declarations; a sixth of them is requests. Measured, and 15 % more. */
const maxDeclarations = { lines: 5845, bytes: 370_000 };

const fastest = "typescript7";
/** Internal types. `keyof EventData` is a compiler's text for `EventType`. */
const machinery = /\b(WireOf|ClientOf|TolerantOf|WireIn|ClientIn|TolerantIn|Slot|Keys|Camel|Field|infer|any)\b|\.\.\./;

const compilers = { "5.9": "typescript59", "7.0": fastest };

beforeAll(async () => {
  if (!existsSync(join(built, "dist/index.d.ts"))) {
    await run(join(root, "node_modules/.bin/turbo"), ["run", "build", "--filter=@keyhold/billing-schema"], {
      cwd: root,
    });
  }
  const store = join(workspace, "node_modules/.pnpm/billing-schema/node_modules");
  for (const part of ["dist", "package.json"]) {
    cpSync(join(built, part), join(store, "@keyhold/billing-schema", part), { recursive: true });
  }
  link(realpathSync(join(built, "node_modules/zod")), join(store, "zod"));
  link(join(store, "@keyhold/billing-schema"), join(workspace, "app/node_modules/@keyhold/billing-schema"));
  cpSync(join(root, "packages/billing-schema/tests/fixtures/consumer"), join(workspace, "app"), { recursive: true });
  writeFileSync(join(workspace, "app/package.json"), '{ "type": "module" }');
}, 120_000);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

const strict = ["--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"];

/** The compiler's output, errors included. */
async function compile(compiler: string, files: readonly string[], options: readonly string[]): Promise<string> {
  const tsc = join(root, "node_modules", compiler, "bin/tsc");
  const work = run("node", [tsc, ...strict, ...options, ...files], { cwd: workspace });
  const { stdout } = await work.catch((failed: { stdout: string }) => failed);
  return stdout;
}

const errorsIn = (printed: string): string[] => printed.split("\n").filter((line) => line.includes("error TS"));
const instantiationsIn = (printed: string): number => Number(/Instantiations:\s+(\d+)/.exec(printed)?.[1]);

describe.for(Object.entries(compilers) as [keyof typeof compilers, string][])(
  "the types of billing under TypeScript %s",
  { timeout: 120_000 },
  ([version, compiler]) => {
    test(`cost an app less than ${maxInstantiations[version]} instantiations`, async () => {
      const printed = await compile(
        compiler,
        ["app/events.ts"],
        ["--noEmit", "--skipLibCheck", "--extendedDiagnostics"],
      );
      expect(errorsIn(printed)).toEqual([]);
      expect(instantiationsIn(printed)).toBeLessThan(maxInstantiations[version]);
      expect(instantiationsIn(printed)).toBeGreaterThan(maxInstantiations[version] / 2);
    });

    test(`cost one that reads one event less than ${maxOfOneEvent}`, async () => {
      const printed = await compile(
        compiler,
        ["app/paid-orders.ts"],
        ["--noEmit", "--skipLibCheck", "--extendedDiagnostics"],
      );
      expect(errorsIn(printed)).toEqual([]);
      expect(instantiationsIn(printed)).toBeLessThan(maxOfOneEvent);
      expect(instantiationsIn(printed)).toBeGreaterThan(maxOfOneEvent / 2);
    });

    test(`cost one that sends requests less than ${maxOfRequests}`, async () => {
      const printed = await compile(
        compiler,
        ["app/requests.ts"],
        ["--noEmit", "--skipLibCheck", "--extendedDiagnostics"],
      );
      expect(errorsIn(printed)).toEqual([]);
      expect(instantiationsIn(printed)).toBeLessThan(maxOfRequests);
      expect(instantiationsIn(printed)).toBeGreaterThan(maxOfRequests / 2);
    });

    test("of requests can be declared where they are inferred, by their names", async () => {
      const out = join("app", `dist-requests-${compiler}`);
      const emitted = await compile(
        compiler,
        ["app/requests.ts"],
        ["--skipLibCheck", "--declaration", "--emitDeclarationOnly", "--outDir", out],
      );
      expect(errorsIn(emitted)).toEqual([]);
      const declared = join(out, "requests.d.ts");
      expect(errorsIn(await compile(fastest, [declared], ["--noEmit"]))).toEqual([]);
      const text = readFileSync(join(workspace, declared), "utf8");
      expect(text).toMatch(/buy: \(.+\) => .*\bCheckoutCreateWire;/);
      expect(text).toMatch(/portalBefore: \(.+\) => .*\bJsonObject;/);
      expect(text).toMatch(/addressOf\(.+\): .*\bAddressInput \| null;/);
      expect(text).toMatch(/codec: .*\bRequestBody<.*CheckoutCreateWire, .*CheckoutCreate>;/);
      expect(text).not.toMatch(machinery);
    });

    test("can be declared by an app where they are inferred, by their names", async () => {
      const out = join("app", `dist-${compiler}`);
      const emitted = await compile(
        compiler,
        ["app/events.ts"],
        ["--skipLibCheck", "--declaration", "--emitDeclarationOnly", "--outDir", out],
      );
      expect(errorsIn(emitted)).toEqual([]);
      const declared = join(out, "events.d.ts");
      expect(errorsIn(await compile(fastest, [declared], ["--noEmit"]))).toEqual([]);
      const text = readFileSync(join(workspace, declared), "utf8");
      expect(text).toMatch(/order: \(json: unknown\) => .*\bOrder;/);
      expect(text).toMatch(/paidData: \(event: .+\) => .*\bTolerantOrder;/);
      expect(text).toMatch(/received: .*\bDecoded<.*\bOrder>;/);
      expect(text).toMatch(/withReceipt: \(.+\) => \{[^}]+ totalAmount: number;/s);
      expect(text).not.toMatch(machinery);
    });
  },
);

test("an editor shows names and plain objects, no machinery", () => {
  const exported: Exported = { file: "app/events.ts", name: "seen" };
  const shown = hoversOf(workspace, exported);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ text }) => text === "" || text.length > 250 || machinery.test(text))).toEqual([]);
  const texts = new Map(shown.map(({ call, text }) => [call, text]));
  expect(texts.get("seen.order")).toBe("(property) order: (json: unknown) => Order");
  expect(texts.get("seen.paidData")).toBe(
    '(property) paidData: (event: TolerantBillingEvent<"order.paid">) => TolerantOrder',
  );
});

test("the declarations of the package stay small", () => {
  // The samples are for tests alone: no declaration of an app's code loads them.
  const files = readdirSync(join(built, "dist"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".d.ts") && !path.startsWith("testing"),
  );
  const texts = files.map((path) => readFileSync(join(built, "dist", path), "utf8"));
  const lines = texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  expect(lines).toBeLessThan(maxDeclarations.lines);
  expect(bytes).toBeLessThan(maxDeclarations.bytes);
  expect(bytes).toBeGreaterThan(maxDeclarations.bytes / 2);
});
