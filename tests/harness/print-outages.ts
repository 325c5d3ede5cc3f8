// Prints the figures of docs/running-many.md about races during outages, after a build. Each race runs fifty rounds, and
// at least until the node was killed and started, cut off and connected again:
//   node tests/harness/print-outages.ts [path of races]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Round {
  readonly file: string;
  readonly test: string;
  readonly refusals: number;
  readonly milliseconds: number;
}
interface Step {
  readonly step: string;
  readonly milliseconds: number;
}

const folder = mkdtempSync(join(tmpdir(), "keyhold-outages-"));
const path = join(folder, "figures");
const words = ["run", "--project", "outages", "--maxWorkers=4", ...process.argv.slice(2)];
const env = { ...process.env, OUTAGE_ROUNDS: "50", RACE_ROUNDS: "10", OUTAGE_FIGURES: path };
const { status } = spawnSync("vitest", words, { env, stdio: "inherit" });
const lines: readonly (Round | Step)[] = readFileSync(path, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });

console.table(figuresBy(({ file }) => file));
console.table(figuresBy(() => "all"));
console.table(countBy(lines.flatMap((line) => ("step" in line ? [line.step] : []))));
process.exitCode = status ?? 1;

function figuresBy(keyOf: (round: Round) => string): object {
  const rounds = lines.flatMap((line) => ("test" in line ? [line] : []));
  return Object.fromEntries(
    [...Map.groupBy(rounds, keyOf)].map(([key, some]) => [
      key,
      {
        races: new Set(some.map(({ file, test }) => `${file} ${test}`)).size,
        rounds: some.length,
        "with refusals": some.filter(({ refusals }) => refusals > 0).length,
        refusals: some.reduce((sum, { refusals }) => sum + refusals, 0),
        "slowest round, s": Math.max(...some.map(({ milliseconds }) => Math.round(milliseconds / 1000))),
      },
    ]),
  );
}

function countBy(words: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
}
