import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { findGalera } from "./tests/harness/galera.ts";
import { memoryFolder } from "./tests/harness/memory-folder.ts";
import ShufflingSequencer from "./tests/harness/sequencer.ts";
import { sourceAliases } from "./tests/harness/source-aliases.ts";

const everyTest = [
  "packages/*/{src,tests}/**/*.test.{ts,tsx}",
  "examples/**/*.test.ts",
  "bench/**/*.test.ts",
  "site/**/*.test.ts",
  "tests/**/*.test.ts",
];

/**
 * The name of a file says its tier: `x.test.ts` is of quick, `x.proof.test.ts` of proof, `x.rounds.test.ts` of both.
 * `x.check.test.ts` reads files of the repository, as a linter does, and runs in `npm run check`. `x.scheduled.test.ts`
 * runs every night.
 */
const endingIn = (suffix: string): string[] => everyTest.map((path) => path.replace(".test.", `.${suffix}.test.`));

/** `.ci/run` runs the proof after this tier: it repeats the same rounds more often. */
const isProofNext = process.env.PROOF_FOLLOWS === "1";

const inMemory = { TMPDIR: memoryFolder() };

/** PGlite is WebAssembly: compiled once more for speed, it takes longer than the short tests of this tier. */
const compiledOnce = ["--liftoff-only"];

/** What races on a cluster says so; all others of this folder would repeat the proof, without an outage. */
const outageRaces = globSync("packages/*/tests/processes/*.proof.test.ts", { cwd: import.meta.dirname }).filter(
  (path) => {
    const code = readFileSync(join(import.meta.dirname, path), "utf8");
    const isLeftOut = code.includes('outages: "at night"') && process.env.RACE_ROUNDS === undefined;
    return code.includes("racedByProcesses(") && !isLeftOut;
  },
);

const drizzlePackage = join(import.meta.dirname, "packages/adapter-drizzle");

/** The files of the proof that drive a browser. */
const inBrowser = endingIn("proof")
  .flatMap((pattern) => globSync(pattern, { cwd: import.meta.dirname, exclude: ["**/node_modules/**"] }))
  .filter((path) => readFileSync(join(import.meta.dirname, path), "utf8").includes("executablePath"));

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: everyTest,
          exclude: [
            ...configDefaults.exclude,
            ...endingIn("check"),
            ...endingIn("proof"),
            ...endingIn("scheduled"),
            ...(isProofNext ? endingIn("rounds") : []),
          ],
          provide: { tier: "quick", outages: false },
          env: inMemory,
          execArgv: compiledOnce,
        },
      },
      {
        extends: true,
        test: {
          name: "check",
          include: endingIn("check"),
          provide: { tier: "quick", outages: false },
          env: inMemory,
        },
      },
      {
        extends: true,
        test: {
          name: "proof",
          include: [...endingIn("proof"), ...endingIn("rounds")],
          exclude: [...configDefaults.exclude, ...inBrowser],
          provide: { tier: "proof", outages: false },
          // Four processes of one file and four of another share the cores.
          testTimeout: 120_000,
          // The first file with a cluster waits for its start.
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        resolve: {
          alias: [{ find: /^drizzle-orm(?=\/|$)/, replacement: join(drizzlePackage, "node_modules/drizzle-orm-1") }],
        },
        test: {
          // The adapter over the coming major of Drizzle.
          name: "drizzle-1",
          include: ["conformance", "conformance.proof", "drizzle-1", "replicas"].map((name) =>
            join(drizzlePackage, `tests/${name}.test.ts`),
          ),
          provide: { tier: "proof", outages: false },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: inBrowser,
          provide: { tier: "proof", outages: false },
          testTimeout: 120_000,
          // The summary lists what passed at the second try.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          // What CI leaves to .github/workflows/scheduled.yml.
          name: "scheduled",
          include: endingIn("scheduled"),
          provide: { tier: "proof", outages: false },
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // The same races in a cluster of Galera that loses a node again and again.
          name: "outages",
          include: "library" in findGalera() ? outageRaces : [],
          provide: { tier: "proof", outages: true },
          env: { RACE_OUTAGES: "1" },
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
    // Files of one worker share its modules: no file may rely on being the first to load one, or leave one changed.
    isolate: false,
    fsModuleCache: true,
    // A worker has a core to itself: threads that collect garbage beside it take a tenth to a fifth of the cores' time.
    execArgv: ["--single-threaded-gc"],
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: ShufflingSequencer },
    globalSetup: ["tests/harness/services.ts"],
    setupFiles: ["tests/harness/patient-queries.ts"],
    reporters: ["default", "./tests/harness/summary.ts"],
    // Password hashing and PGlite's start take seconds on a busy two-core machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    // What a page shows after an answer; the default is a second.
    expect: { poll: { timeout: 15_000 } },
  },
});
