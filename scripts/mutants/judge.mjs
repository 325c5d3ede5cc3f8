// Runs tests in a copy, and tells a failed test from a file that does not even load.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A fault may make the code wait for ever. */
const timeoutMilliseconds = 600_000;

/**
 * @typedef {object} Judgement
 * @property {"found" | "missed" | "broken"} verdict "found": a test failed. "broken": the tests did not run
 * @property {string} test the failed test, or why the tests did not run
 * @property {number} seconds
 */

/**
 * Runs the tests of a tier below some paths, to the first failure.
 *
 * @returns {Promise<Judgement>}
 */
export async function judge(copy, { tier, tests }, env) {
  const file = join(copy, ".mutant-report.json");
  rmSync(file, { force: true });
  const started = performance.now();
  const projects = tier === "proof" ? ["--project", "proof", "--project", "browser"] : ["--project", tier];
  const words = ["run", ...projects, "--retry=0", "--bail", "1", "--reporter=json", `--outputFile=${file}`, ...tests];
  const { output, isLate } = await vitest(words, copy, env);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  if (isLate) return { verdict: "found", test: "the tests did not end", seconds };
  if (!existsSync(file)) return { verdict: "broken", test: output.trim().split("\n").at(-1) ?? "", seconds };
  return { ...verdictOf(JSON.parse(readFileSync(file, "utf8")), copy), seconds };
}

function verdictOf({ testResults, numTotalTests, success }, copy) {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed) return { verdict: "found", test: `${name.slice(copy.length + 1)}: ${failed.fullName.trim()}` };
  }
  const unloaded = testResults.find(({ status }) => status === "failed");
  if (unloaded) return { verdict: "broken", test: String(unloaded.message).split("\n", 1)[0] };
  if (numTotalTests === 0) return { verdict: "broken", test: "no test has these paths" };
  if (!success) return { verdict: "broken", test: "an error outside of every test" };
  return { verdict: "missed", test: "" };
}

function vitest(words, copy, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(copy, "node_modules", ".bin", "vitest"), words, {
      cwd: copy,
      env: { ...env, NO_COLOR: "1" },
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let isLate = false;
    const read = (text) => {
      output = (output + text).slice(-10_000);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const timer = setTimeout(() => {
      isLate = true;
      child.kill();
    }, timeoutMilliseconds);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ output, isLate });
    });
  });
}
