import type { LoadedAuth } from "../config/load.js";
import { countsOf, sumOf } from "../database/encrypted-counts.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** Whether the secrets of the config decrypt what the database has, and which of them are needed. */
export async function checkEncrypted(loaded: LoadedAuth): Promise<readonly Finding[]> {
  if (!loaded.readEncrypted) return [];
  const columns = await countsOf(loaded, { mayWrite: false });
  if (columns.length === 0) return [];
  const lost = columns.filter(({ unreadable }) => unreadable > 0);
  if (lost.length > 0) {
    const told = lost.map(({ model, column, unreadable }) => `${unreadable} of ${model}.${column}`).join(", ");
    const remedy = "Add the secret that encrypted them to the list of `secret`: without it these values are lost.";
    return [fail("encrypted", `the present secrets cannot decrypt ${told}`, remedy)];
  }
  const outdated = sumOf(columns, "outdated");
  if (outdated === 0) return [ok("encrypted", `${sumOf(columns, "current")} values, all by the first secret`)];
  const remedy = "Before you remove the older secret: npx keyhold rotate";
  return [warn("encrypted", `${outdated} values need an older secret of the list`, remedy)];
}
