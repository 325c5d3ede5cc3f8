// Faults put into the code on purpose, and whether the tests find them: npm run test:mutants.

import { makeCopy, removeCopy, withPatch } from "./mutants/copy.mjs";
import { judge } from "./mutants/judge.mjs";
import { listMutants } from "./mutants/list.mjs";
import { record } from "./mutants/record.mjs";
import { runStryker } from "./mutants/stryker.mjs";
import { Refusal } from "./tools.mjs";

const usage = "usage: npm run test:mutants -- [--only <part of a name>]… [--record <column>] | <folder of sources>";

/** Without a path the list of tests/mutants, else StrykerJS on a folder. */
export async function testMutants(env, words) {
  const { only, column, paths } = read(words);
  if (paths.length > 0) {
    for (const path of paths) await runStryker(path, env);
    return;
  }
  const mutants = listMutants(only);
  const copy = await makeCopy(env);
  try {
    await checkPresent(copy, mutants, env);
    const judged = [];
    for (const mutant of mutants) judged.push([mutant, await judgeMutant(copy, mutant, env)]);
    if (column !== null) record(column, judged);
    conclude(judged);
  } finally {
    removeCopy(copy);
  }
}

function read(words) {
  const only = [];
  const paths = [];
  let column = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (!word.startsWith("--")) {
      paths.push(word);
      continue;
    }
    index += 1;
    const value = words[index];
    if (value === undefined || !["--only", "--record"].includes(word)) throw new Refusal(usage);
    if (word === "--only") only.push(value);
    else column = value;
  }
  return { only, column, paths };
}

/** Tests that fail without a fault would find every fault. */
async function checkPresent(copy, mutants, env) {
  for (const tier of ["quick", "proof"]) {
    const tests = [...new Set(mutants.filter((one) => one.tier === tier).flatMap((one) => one.tests))];
    if (tests.length === 0) continue;
    const { verdict, test, seconds } = await judge(copy, { tier, tests }, env);
    if (verdict !== "missed") throw new Refusal(`Without a fault the tests of ${tier} fail: ${test}`);
    console.log(`without a fault the tests of ${tier} pass (${seconds} s)`);
  }
}

async function judgeMutant(copy, mutant, env) {
  const judgement = await withPatch(copy, mutant, () => judge(copy, mutant, env));
  const { verdict, test, seconds } = judgement;
  console.log(`${verdict.padEnd(6)} ${seconds.toFixed(1).padStart(6)} s  ${mutant.tier.padEnd(5)}  ${mutant.name}`);
  console.log(`    ${verdict === "missed" ? mutant.fault : test}`);
  return judgement;
}

function conclude(judged) {
  const bad = judged.filter(([, { verdict }]) => verdict !== "found");
  console.log(`faults: ${judged.length - bad.length} found, ${bad.length} not found`);
  if (bad.length > 0) throw new Refusal(`not found: ${bad.map(([{ name }]) => name).join(", ")}`);
}
