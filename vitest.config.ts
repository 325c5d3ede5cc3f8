import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import ShufflingSequencer from "./tests/harness/sequencer.ts";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const everyTest = [
  "packages/*/{src,tests}/**/*.test.{ts,tsx}",
  "examples/**/*.test.ts",
  "bench/**/*.test.ts",
  "tests/**/*.test.ts",
];

type Target = string | { readonly [condition: string]: string };

/** Tests run on sources, so that they need no build: every entry point of a package stands for the file it is built from. */
const alias = globSync("packages/*/package.json", { cwd: source(".") }).flatMap((path) => {
  const { name, exports, imports = {} } = JSON.parse(readFileSync(source(path), "utf8"));
  const entries = Object.entries<Target>({ ...exports, ...imports }).filter(([key]) => key !== "./package.json");
  // A pattern may stand for anything, so what is named outright comes first.
  entries.sort(([a], [b]) => Number(a.includes("*")) - Number(b.includes("*")));
  return entries.map(([key, target]) => {
    const file = typeof target === "string" ? target : (target.node ?? target.default ?? "");
    const written = key.startsWith("#") ? key : name + key.slice(1);
    return {
      find: new RegExp(`^${written.replace("*", "(.+)")}$`),
      replacement: source(
        path.replace("package.json", file.replace("./dist/", "src/").replace(/\.js$/, ".ts")),
      ).replace("*", "$1"),
    };
  });
});

/** The name of a file says its tier: `x.test.ts` is of quick, `x.proof.test.ts` of proof, `x.rounds.test.ts` of both. */
const endingIn = (suffix: string): string[] => everyTest.map((path) => path.replace(".test.", `.${suffix}.test.`));

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: everyTest,
          exclude: [...configDefaults.exclude, ...endingIn("proof")],
          provide: { tier: "quick" },
        },
      },
      {
        extends: true,
        test: {
          name: "proof",
          include: [...endingIn("proof"), ...endingIn("rounds")],
          provide: { tier: "proof" },
          // Four processes of one file and four of another share the cores.
          testTimeout: 120_000,
        },
      },
    ],
    // Files of one worker share its modules: no file may rely on being the first to load one, or leave one changed.
    isolate: false,
    fsModuleCache: true,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: ShufflingSequencer },
    globalSetup: ["tests/harness/services.ts"],
    reporters: ["default", "./tests/harness/summary.ts"],
    // Password hashing and PGlite's start take seconds on a busy two-core machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
  },
});
