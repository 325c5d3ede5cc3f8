import type { EncryptedCounts } from "@keyhold/core/tools";
import type { LoadedAuth } from "../config/load.js";
import { Failure, messagesOf } from "../terminal/failure.js";
import { databaseRemedy } from "./database-remedy.js";

/** The counts of each column with encrypted values. `onPage` gets the counts of a column after each page of rows. */
export async function countsOf(
  { readEncrypted }: LoadedAuth,
  options: { readonly mayWrite: boolean },
  onPage: (counts: EncryptedCounts) => void = () => undefined,
): Promise<readonly EncryptedCounts[]> {
  // An app may have an older version of core.
  if (!readEncrypted) throw new Failure("This version of @keyhold/core cannot encrypt values again.", "Update it.");
  const columns = new Map<string, EncryptedCounts>();
  try {
    for await (const counts of readEncrypted(options)) {
      columns.set(`${counts.model}.${counts.column}`, counts);
      onPage(counts);
    }
  } catch (error) {
    throw new Failure(
      `The database was not read: ${messagesOf(error)}`,
      `${databaseRemedy(error)} Then run the command again: what is done stays done.`,
    );
  }
  return [...columns.values()];
}

/** The values of all columns together. */
export const sumOf = (
  columns: readonly EncryptedCounts[],
  kind: "current" | "outdated" | "encryptedAgain" | "unreadable",
): number => columns.reduce((sum, counts) => sum + counts[kind], 0);
