// The faults of tests/mutants: each a patch, with its sentence, its tier and its tests in the lines before the diff.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal, root } from "../tools.mjs";

export const folder = "tests/mutants";
const tiers = ["quick", "proof"];

/**
 * @typedef {object} Mutant
 * @property {string} name e.g. "session/cookie-without-http-only"
 * @property {string} path of its patch, from the root of the repository
 * @property {string} fault what is wrong, in one sentence
 * @property {"quick" | "proof"} tier the tier that finds the fault
 * @property {readonly string[]} tests the beginnings of the paths of the tests that are asked
 */

/**
 * All faults, or those whose name contains one of the words.
 *
 * @param {readonly string[]} only
 * @returns {readonly Mutant[]}
 */
export function listMutants(only) {
  const names = namesIn(root, folder).sort();
  const unknown = only.find((word) => !names.some((name) => name.includes(word)));
  if (unknown !== undefined) throw new Refusal(`No fault in ${folder} has a name with "${unknown}".`);
  return names.filter((name) => only.length === 0 || only.some((word) => name.includes(word))).map(readMutant);
}

/** The areas are folders. */
const namesIn = (...path) =>
  readdirSync(join(...path), { withFileTypes: true })
    .filter((area) => area.isDirectory())
    .flatMap(({ name: area }) =>
      readdirSync(join(...path, area))
        .filter((file) => file.endsWith(".patch"))
        .map((file) => `${area}/${file.slice(0, -".patch".length)}`),
    );

/** @returns {Mutant} */
function readMutant(name) {
  const path = `${folder}/${name}.patch`;
  const [header = ""] = readFileSync(join(root, path), "utf8").split(/^--- /m, 1);
  const {
    fault = "",
    tier = "",
    tests = "",
  } = Object.fromEntries(
    header.split("\n").flatMap((line) => {
      const [, field, value] = /^(\w+): (.+)$/.exec(line) ?? [];
      return field ? [[field, value]] : [];
    }),
  );
  if (fault === "" || tests === "" || !tiers.includes(tier))
    throw new Refusal(`${path}: begins with the lines "fault: …", "tier: quick" or "tier: proof", and "tests: …".`);
  return { name, path, fault, tier, tests: tests.split(" ") };
}
