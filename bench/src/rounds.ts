/** Runs every subject once per round, each round starting with another one; results by subject, in order of rounds. */
export async function interleave<Name extends string, Result>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name, round: number) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as Name;
      results[name].push(await measure(name, round));
    }
  }
  return results;
}
