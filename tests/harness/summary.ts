import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line that a person and any machine can read. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that cannot be loaded has errors and no tests: it must not pass for an empty one.
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    console.log(`tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
  }
}
