import type { EncryptedCounts } from "@keyhold/core/internal";
import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";
import { databaseRemedy } from "./database-remedy.js";

export interface RotateOptions extends ConfigOptions {
  readonly dryRun?: boolean;
}

/** Encrypts the values of older secrets again, by the newest secret. Exit code 1: a value cannot be decrypted. */
export const rotate = (terminal: Terminal, options: RotateOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const columns = await countsOf(loaded, { mayWrite: options.dryRun !== true }, (counts) =>
      terminal.note(terminal.paintNote("dim", describe(counts))),
    );
    for (const counts of columns) terminal.print(describe(counts));
    if (columns.length === 0) terminal.print("No plugin of this auth encrypts values.");
    const lost = sumOf(columns, "unreadable");
    const outdated = sumOf(columns, "outdated");
    if (lost > 0)
      terminal.note(`${lost} cannot be decrypted: add the secret that encrypted them to the list of \`secret\`.`);
    else if (outdated === 0) terminal.print("Every encrypted value needs the first secret only.");
    return lost > 0 ? exitCodes.failed : exitCodes.done;
  });

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

const describe = ({ model, column, current, outdated, encryptedAgain, unreadable }: EncryptedCounts): string =>
  `${model}.${column}: ${[
    `${current} by the first secret`,
    ...(outdated > 0 ? [`${outdated} by an older one`] : []),
    `${encryptedAgain} encrypted again`,
    `${unreadable} cannot be decrypted`,
  ].join(", ")}`;
