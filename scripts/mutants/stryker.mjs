// The mutation score of a folder, by StrykerJS, which changes each expression in turn and runs the tests that cover the expression.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCode } from "../run.mjs";
import { fetchPackage, Refusal, root } from "../tools.mjs";
import { measured } from "./measured.mjs";

const version = "10.1.1";

/** Runs StrykerJS on a folder of sources, with the tests of its package; of a measured folder the sample, with its tests. */
export async function runStryker(path, env) {
  const given = path.replaceAll("\\", "/").replace(/\/+$/, "");
  if (!existsSync(join(root, given))) throw new Refusal(`There is no folder ${given}.`);
  const { sample = ["**/*"], tests = testsOf(given) } = measured[given] ?? {};
  // Fetched at the first use, so that no install waits. StrykerJS drives the repository's vitest, so no second vitest is installed.
  const home = fetchPackage(`@stryker-mutator/core@${version}`, env, [`@stryker-mutator/vitest-runner@${version}`]);
  const name = given.replaceAll("/", "-");
  const folder = join(".tools", "mutation");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, `${name}.config.json`);
  const report = join(folder, `${name}.json`);
  writeFileSync(config, JSON.stringify(configOf(given, { sample, report, name, plugin: pluginIn(home) }), null, 2));
  const script = join(home, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const code = await exitCode("mutants", "node", [script, "run", config], {
    ...env,
    MUTANT_TESTS: JSON.stringify(tests),
  });
  if (code !== 0) throw new Refusal("StrykerJS could not finish: it says why above.");
  console.log(`${given}: ${scoreOf(JSON.parse(readFileSync(report, "utf8")))}; each mutant is in ${report}`);
}

const pluginIn = (home) => join(home, "node_modules", "@stryker-mutator", "vitest-runner", "dist", "src", "index.js");

function testsOf(path) {
  const [, own] = /^(packages\/[^/]+)\//.exec(path) ?? [];
  if (!own) throw new Refusal("Give a folder of sources, e.g. packages/core/src/password.");
  return [`${own}/{src,tests}/**/!(*.proof).test.{ts,tsx}`];
}

const configOf = (path, { sample, report, name, plugin }) => ({
  testRunner: "vitest",
  plugins: [plugin],
  vitest: { configFile: "tests/mutants/stryker/vitest.config.ts", related: false },
  mutate: [...sample.map((file) => `${path}/${file}.{ts,tsx}`), `!${path}/**/*.test*.{ts,tsx}`],
  coverageAnalysis: "perTest",
  concurrency: Number(process.env.MUTANT_WORKERS ?? 1),
  tempDirName: `.tools/mutation/${name}`,
  ignorePatterns: ["dist", "bench", "site", "docs", "examples", ".turbo"],
  reporters: ["clear-text", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: report },
  disableTypeChecks: false,
  // A busy machine is no infinite loop.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
});

/** Of all mutants but the ones in types, the share that a test kills. */
export function scoreOf({ files }) {
  const all = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...statuses) => all.filter((status) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const valid = killed + count("Survived", "NoCoverage");
  return `mutation score ${((100 * killed) / valid).toFixed(1)} % (${killed} of ${valid})`;
}
