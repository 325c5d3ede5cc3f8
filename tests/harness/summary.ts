import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import type {} from "./services.ts";

const shownFiles = 10;

/**
 * Ends a run with its slowest files, its cases per package, the seconds of its steps, the seed of the order of files,
 * the missing services, and one line of counts.
 */
export default class Summary implements Reporter {
  private vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      count.failed += errorsOutsideTests(module).length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const late = secondTries(modules);
    for (const line of late) console.log(line);
    const { root = "", sequence } = this.vitest?.config ?? {};
    const cases = casesPerPackage(modules, root);
    if (modules.length > shownFiles) {
      printSlowest(modules, root);
      console.log(`cases: ${cases.map((entry) => entry.join(" ")).join(", ")}`);
      console.log(`seconds: ${[...endedSteps(), `tests ${process.uptime().toFixed(1)} s`].join(", ")}`);
    }
    if (sequence)
      console.log(`files in the order of seed ${sequence.seed}; --sequence.seed=${sequence.seed} repeats it`);
    const services = this.vitest?.getRootProject().getProvidedContext().services ?? {};
    const missing = Object.entries(services).flatMap(([name, place]) => (place === null ? [name] : []));
    if (missing.length > 0) console.log(`not reached, and their tests skipped: ${missing.join(", ")}`);
    const { CASES_FILE: casesFile } = process.env;
    // `npm run test:cases` makes a table of them, and the list by which the next run is ordered.
    if (casesFile) {
      const timed = timedFiles(modules, root).map(({ path, seconds }) => [path.replaceAll(sep, "/"), seconds] as const);
      writeFileSync(join(root, casesFile), JSON.stringify({ cases, seconds: timed }));
    }
    const { passed, failed } = count;
    const skipped = count.skipped + count.pending;
    console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    const tally = process.env.TEST_TALLY;
    // `.ci/run` adds up the counts of both tiers, and ends with the names of what failed.
    if (tally)
      appendFileSync(
        tally,
        [`${passed} ${failed} ${skipped}`, ...late, ...failures(modules, unhandled), ""].join("\n"),
      );
  }
}

const maxFailureLength = 500;

/** One line for each test that passed at its second try, with what failed at the first. */
const secondTries = (modules: readonly TestModule[]): readonly string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests("passed")]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => lineOf("passed at the second try", `${nameOf(test)}: ${test.result().errors?.[0]?.message}`)),
  );

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId}: ${test.fullName}`;

const lineOf = (kind: string, text: string): string =>
  `${kind}: ${text.replaceAll(/\s+/g, " ").slice(0, maxFailureLength)}`;

/** One line for each failed test, file and error outside of tests, with the message. */
function failures(modules: readonly TestModule[], unhandled: readonly unknown[]): readonly string[] {
  const names = modules.flatMap((module) => [
    ...errorsOutsideTests(module).map((message) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests("failed")].map((test) => `${nameOf(test)}: ${test.result().errors?.[0]?.message}`),
  ]);
  return [...names, ...unhandled.map(String)].map((name) => lineOf("failed", name));
}

/** What the file itself and the hooks of its suites threw: tests that it keeps from running count as skipped only. */
function errorsOutsideTests(module: TestModule): readonly string[] {
  return [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => `${suite.fullName}: ${message}`),
    ),
  ];
}

interface Timed {
  readonly path: string;
  readonly seconds: number;
}

/** The slowest file first. */
const timedFiles = (modules: readonly TestModule[], root: string): readonly Timed[] =>
  modules
    .map((module) => ({ path: relative(root, module.moduleId), seconds: secondsOf(module) }))
    .sort((a, b) => b.seconds - a.seconds);

function printSlowest(modules: readonly TestModule[], root: string): void {
  const slowest = timedFiles(modules, root).slice(0, shownFiles);
  const rows = slowest.map(({ path, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${path}`);
  console.log(["slowest files:", ...rows].join("\n"));
}

/** The number of cases of "core" and each other package, the most first. A folder of the root stands for itself. */
function casesPerPackage(modules: readonly TestModule[], root: string): readonly (readonly [string, number])[] {
  const cases = new Map<string, number>();
  for (const module of modules) {
    const [first = "", second = ""] = relative(root, module.moduleId).split(sep);
    const name = first === "packages" ? second : first;
    cases.set(name, (cases.get(name) ?? 0) + [...module.children.allTests()].length);
  }
  return [...cases].sort(([, a], [, b]) => b - a);
}

/** What `scripts/dev.mjs` did before it started this run. */
const endedSteps = (): readonly string[] =>
  process.env.STEPS_FILE ? [readFileSync(process.env.STEPS_FILE, "utf8")] : [];

function secondsOf(module: TestModule): number {
  const { duration, setupDuration, collectDuration, environmentSetupDuration } = module.diagnostic();
  return (duration + setupDuration + collectDuration + environmentSetupDuration) / 1000;
}
