// Writes the table of cases per package and tier into the decision page on tiers, and the list of long files, which the
// next run starts first: from the last whole run of each tier.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const page = "docs/decisions/0032-test-tiers.md";
const tiers = ["quick", "proof"];
const longFiles = "tests/harness/long-files.json";
/** From so many seconds on a file is started before the others. */
const long = 15;

/** A map of the cases of each tier by package: "core", and a folder of the root by name. */
const cases = new Map();
const seconds = new Map();
for (const tier of tiers) {
  const file = `.tools/cases-${tier}.json`;
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm test, then npm run test:proof.`);
  const run = JSON.parse(readFileSync(file, "utf8"));
  for (const [path, taken] of run.seconds) seconds.set(path, Math.max(taken, seconds.get(path) ?? 0));
  for (const [name, count] of run.cases) {
    const row = cases.get(name) ?? { quick: 0, proof: 0 };
    row[tier] = count;
    cases.set(name, row);
  }
}

const sum = (tier) => [...cases.values()].reduce((total, row) => total + row[tier], 0);
const written = (count) => count.toLocaleString("en-US");
const row = (name, ...counts) => `| ${[name, ...counts.map(written)].join(" | ")} |`;

const rows = [...cases].sort(([, a], [, b]) => b.quick + b.proof - a.quick - a.proof);
const table = [
  "| where | `npm test` | `npm run test:proof` |",
  "| --- | --: | --: |",
  ...rows.map(([name, counts]) => row(name, counts.quick, counts.proof)),
  row("all", sum("quick"), sum("proof")),
].join("\n");

const text = readFileSync(page, "utf8");
const place = /(<!-- cases -->\n)[\s\S]*?(<!-- \/cases -->)/;
if (!place.test(text)) throw new Error(`${page} has no place for the table: <!-- cases --> … <!-- /cases -->`);
writeFileSync(
  page,
  text.replace(place, (_, before, after) => `${before}\n${table}\n\n${after}`),
);
console.log(table);

const slow = [...seconds].filter(([, taken]) => taken >= long).sort(([, a], [, b]) => b - a);
const rounded = Object.fromEntries(slow.map(([path, taken]) => [path, Math.round(taken)]));
writeFileSync(longFiles, `${JSON.stringify(rounded, null, 2)}\n`);
