/**
 * Thrown in a transaction after another transaction has inserted the row first: the transaction is rolled back, its
 * work runs again, and then finds the row.
 */
export class RunAgain extends Error {
  override readonly name = "RunAgain";
}

export const maxRuns = 10;
