import { BillingSchemaError, type SchemaIssue } from "@keyhold/billing-schema";
import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { UsageRow } from "./models.js";

/** The fate of each row. */
export interface Fates {
  readonly sent: readonly UsageRow[];
  readonly refused: readonly { readonly row: UsageRow; readonly reason: string }[];
  /** The provider did not get these. */
  readonly again: readonly UsageRow[];
  /** The provider may have got these. */
  readonly unknown: readonly UsageRow[];
  /** Why rows are to be sent again, or are unknown. */
  readonly error: BillingProviderError | null;
}

const none: Fates = { sent: [], refused: [], again: [], unknown: [], error: null };

/** Older events have their time: of others the provider takes the time of arrival. */
const recentMilliseconds = 60_000;

type Usage = Pick<BillingProvider, "usage" | "capabilities">;

/** Sends rows. Finds the rows refused by the provider, and sends the others without them. */
export async function ingest(provider: Usage, rows: readonly UsageRow[], now: Date): Promise<Fates> {
  if (rows.length === 0) return none;
  try {
    await provider.usage.ingest(rows.map((row) => eventOf(provider, row, now)));
    return { ...none, sent: rows };
  } catch (error) {
    const issues = issuesOf(error);
    if (issues === null) return failed(provider, rows, error);
    const refused = refusedBy(rows, issues);
    if (refused.length > 0) {
      const bad = new Set(refused.map(({ row }) => row));
      const rest = rows.filter((row) => !bad.has(row));
      return joined({ ...none, refused }, await ingest(provider, rest, now));
    }
    const half = Math.ceil(rows.length / 2);
    const first = await ingest(provider, rows.slice(0, half), now);
    // Without the provider the second half would fail, too.
    if (first.error) return joined(first, { ...none, again: rows.slice(half) });
    return joined(first, await ingest(provider, rows.slice(half), now));
  }
}

function eventOf({ capabilities }: Usage, row: UsageRow, now: Date) {
  const isRecent = Math.abs(now.getTime() - row.createdAt.getTime()) < recentMilliseconds;
  return {
    name: row.event,
    externalCustomerId: row.owner,
    metadata: row.metadata,
    ...(capabilities.deduplicatesUsage && { externalId: row.id }),
    ...(!isRecent && { timestamp: row.createdAt }),
  };
}

/** The rejected values; null if the request failed for another reason. */
function issuesOf(error: unknown): readonly SchemaIssue[] | null {
  if (error instanceof BillingSchemaError) return error.issues;
  if (!(error instanceof BillingProviderError)) return null;
  return ["invalid", "conflict", "not-found"].includes(error.reason) ? error.issues : null;
}

/** The rows named by the provider, or the only row. */
function refusedBy(rows: readonly UsageRow[], issues: readonly SchemaIssue[]): Fates["refused"] {
  const named = rows.flatMap((row, index) => {
    const own = issues.filter(({ path }) => path[0] === "events" && Number(path[1]) === index);
    return own.length === 0 ? [] : [{ row, reason: reasonOf(own) }];
  });
  if (named.length > 0 || rows.length !== 1) return named;
  return rows.map((row) => ({ row, reason: reasonOf(issues) }));
}

const reasonOf = (issues: readonly SchemaIssue[]): string =>
  issues
    .map(({ path, message }) => `${path.slice(2).join(".")}: ${message}`)
    .join("; ")
    .slice(0, 255) || "rejected";

function failed(provider: Usage, rows: readonly UsageRow[], thrown: unknown): Fates {
  const error =
    thrown instanceof BillingProviderError
      ? thrown
      : new BillingProviderError("usage", { reason: "unavailable", mayHaveHappened: true, cause: thrown });
  const isUnknown = error.mayHaveHappened && !provider.capabilities.deduplicatesUsage;
  return { ...none, [isUnknown ? "unknown" : "again"]: rows, error };
}

const joined = (one: Fates, other: Fates): Fates => ({
  sent: [...one.sent, ...other.sent],
  refused: [...one.refused, ...other.refused],
  again: [...one.again, ...other.again],
  unknown: [...one.unknown, ...other.unknown],
  error: one.error ?? other.error,
});
