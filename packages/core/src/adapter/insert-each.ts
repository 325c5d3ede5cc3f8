import { type Conflict, isConflict } from "./conflict.js";

/** Inserts rows one at a time, for a database without a statement for several rows. Stops at the first conflict. */
export async function insertEach<Given, Inserted>(
  rows: readonly Given[],
  insert: (row: Given) => Promise<Inserted | Conflict>,
): Promise<readonly Inserted[] | Conflict> {
  const inserted: Inserted[] = [];
  for (const row of rows) {
    const answer = await insert(row);
    if (isConflict(answer)) return answer;
    inserted.push(answer as Inserted);
  }
  return inserted;
}
