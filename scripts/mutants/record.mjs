// What the tests have found, a column per record, and the table of the records.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools.mjs";
import { folder, listMutants } from "./list.mjs";

const file = join(root, folder, "found.json");
const page = join(root, folder, "found.md");

const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** Writes the judgements of a run as the column of this name, and the table. Other faults keep what they have. */
export function record(column, judged) {
  const found = read();
  for (const [{ name, tier }, { verdict, test, seconds }] of judged)
    found[name] = { ...found[name], [column]: { verdict, tier, seconds, test } };
  const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync(page, table(sorted));
}

function table(found) {
  const columns = [...new Set(Object.values(found).flatMap(Object.keys))];
  const cellOf = (entry) => (entry?.verdict === "found" ? `${entry.tier}, ${entry.seconds} s` : (entry?.verdict ?? ""));
  const rows = listMutants([]).map(({ name, fault, tier }) => {
    const cells = columns.map((column) => cellOf(found[name]?.[column]));
    return `| ${[`\`${name}\``, fault.replaceAll("|", "\\|"), tier, ...cells].join(" | ")} |`;
  });
  const head = ["fault", "what is wrong", "found by", ...columns];
  return [
    "# Faults, and the tests that find them",
    "",
    "Written by `npm run test:mutants -- --record <column>`. A cell has the tier that found the fault, and the seconds.",
    "",
    `| ${head.join(" | ")} |`,
    `|${" --- |".repeat(head.length)}`,
    ...rows,
    "",
  ].join("\n");
}
