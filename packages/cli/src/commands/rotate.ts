import type { EncryptedCounts } from "@keyhold/core/tools";
import { type ConfigOptions, withAuth } from "../config/load.js";
import { countsOf, sumOf } from "../database/encrypted-counts.js";
import { exitCodes } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

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

const describe = ({ model, column, current, outdated, encryptedAgain, unreadable }: EncryptedCounts): string =>
  `${model}.${column}: ${[
    `${current} by the first secret`,
    ...(outdated > 0 ? [`${outdated} by an older one`] : []),
    `${encryptedAgain} encrypted again`,
    `${unreadable} cannot be decrypted`,
  ].join(", ")}`;
