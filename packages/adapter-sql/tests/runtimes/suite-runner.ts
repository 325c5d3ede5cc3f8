// The functions of vitest that the conformance suite uses, for a runtime in which vitest does not run. The assertions
// are vitest's own.
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

type Run = (...values: readonly unknown[]) => unknown;

interface Test {
  readonly name: string;
  readonly run: Run;
}

/** The result of a suite: the names and errors of the failed tests, and the number of the others. */
export interface SuiteResult {
  readonly failed: readonly string[];
  readonly passed: number;
}

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = chai.expect;

const names: string[] = [];
const tests: Test[] = [];
const before: Run[] = [];
const after: Run[] = [];

export function describe(name: string, define: () => void): void {
  names.push(name);
  define();
  names.pop();
}

export const beforeAll = (run: Run): number => before.push(run);
export const afterAll = (run: Run): number => after.push(run);

export function it(name: string, options: object | Run, run?: Run): void {
  const given = typeof options === "function" ? (options as Run) : run;
  if (given) tests.push({ name: [...names, name].join(" > "), run: given });
}

it.each =
  (cases: readonly unknown[]) =>
  (name: string, run: Run): void => {
    for (const [index, values] of cases.entries())
      it(`${name} (${index})`, () => (Array.isArray(values) ? run(...values) : run(values)));
  };

/** Runs in sequence the tests defined since the last run. */
export async function runSuite(): Promise<SuiteResult> {
  const failed: string[] = [];
  const [defined, starts, ends] = [tests.splice(0), before.splice(0), after.splice(0)];
  for (const run of starts) await run();
  for (const { name, run } of defined) {
    try {
      await run();
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  for (const run of ends) await run();
  return { failed, passed: defined.length - failed.length };
}
