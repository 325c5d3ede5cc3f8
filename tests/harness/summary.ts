import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import type {} from "./services.ts";

const shownFiles = 10;

/** Ends a run with its slowest files, the seed of their order, the missing services, and one line of counts. */
export default class Summary implements Reporter {
  private vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file with a load error has no tests: it must not count as an empty one.
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const { root = "", sequence } = this.vitest?.config ?? {};
    if (modules.length > shownFiles) printSlowest(modules, root);
    if (sequence)
      console.log(`files in the order of seed ${sequence.seed}; --sequence.seed=${sequence.seed} repeats it`);
    const services = this.vitest?.getRootProject().getProvidedContext().services ?? {};
    const missing = Object.entries(services).flatMap(([name, place]) => (place === null ? [name] : []));
    if (missing.length > 0) console.log(`not reached, and their tests skipped: ${missing.join(", ")}`);
    const { passed, failed } = count;
    const skipped = count.skipped + count.pending;
    console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    // `.ci/run` adds up the counts of both tiers.
    if (process.env.TEST_TALLY) appendFileSync(process.env.TEST_TALLY, `${passed} ${failed} ${skipped}\n`);
  }
}

function printSlowest(modules: readonly TestModule[], root: string): void {
  const timed = modules.map((module) => ({ path: relative(root, module.moduleId), seconds: secondsOf(module) }));
  timed.sort((a, b) => b.seconds - a.seconds);
  const rows = timed.slice(0, shownFiles).map(({ path, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${path}`);
  console.log(["slowest files:", ...rows].join("\n"));
}

function secondsOf(module: TestModule): number {
  const { duration, setupDuration, collectDuration, environmentSetupDuration } = module.diagnostic();
  return (duration + setupDuration + collectDuration + environmentSetupDuration) / 1000;
}
