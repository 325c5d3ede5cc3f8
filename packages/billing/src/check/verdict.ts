import { compareVersions } from "@keyhold/billing-schema";
import { type Context, isIn } from "@keyhold/core/plugin";
import { customers } from "../mirror/entities.js";
import type { AnyMirrored, CommonRow, MirrorModel } from "../mirror/mirrored.js";
import type { Part } from "../mirror/parts.js";
import { compareRowVersions, isWhole } from "../mirror/version.js";

/**
 * How a row of the mirror differs from its entity: there is no row; the row is older; the row has another value at the
 * version of the entity.
 */
export type Difference = "missing" | "outdated" | "altered";

/** The differences by the ids of the rows. Rows of a deleted owner are absent, and that is no difference. */
export async function differencesOf(
  ctx: Context,
  { mirrored, hasChangeTimes }: { readonly mirrored: AnyMirrored; readonly hasChangeTimes: boolean },
  parts: readonly Part[],
): Promise<ReadonlyMap<string, Difference>> {
  const rows = await rowsOf(
    ctx,
    mirrored,
    parts.map(({ row }) => row.id),
  );
  const different = parts.flatMap((part) => {
    const found = differenceOf(part, rows.get(part.row.id), hasChangeTimes);
    return found ? [{ part, found }] : [];
  });
  const owners = different.flatMap(({ part: { customerId } }) => (customerId === null ? [] : [customerId]));
  const erased = await rowsOf(ctx, customers, owners);
  const isErased = ({ customerId }: Part): boolean =>
    customerId !== null && Boolean(Object(erased.get(customerId)).erasedAt);
  return new Map(different.filter(({ part }) => !isErased(part)).map(({ part, found }) => [part.row.id, found]));
}

async function rowsOf(
  ctx: Context,
  { model }: AnyMirrored,
  given: readonly string[],
): Promise<ReadonlyMap<string, CommonRow>> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.list(model as MirrorModel, { id: isIn(ids) }, { orderBy: "id", limit: ids.length });
  return new Map(rows.map((row) => [row.id, row]));
}

function differenceOf(part: Part, row: CommonRow | undefined, hasChangeTimes: boolean): Difference | null {
  if (!row) return "missing";
  const order = compareRowVersions(part.row, row);
  // A newer row: an event came after the list was read.
  if (order < 0) return null;
  if (row.goneAt !== null || (order > 0 && (hasChangeTimes || hasOtherValue(part, row)))) return "outdated";
  if (!hasOtherValue(part, row)) return null;
  // A row of a part of the entity is older than the whole entity.
  return compareVersions(part.row.version, row.version) > 0 ? "outdated" : "altered";
}

const beside = ["version", "wire", "goneAt", "ownerVersion"];
/** A customer without an external id keeps the owner. */
const kept = ["ownerKind", "ownerId"];

/** What a part of the entity does not have is null, and is no other value. */
function hasOtherValue({ row: wanted }: Part, row: CommonRow): boolean {
  const known: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(wanted).some(([name, value]) => {
    const has = known[name] ?? null;
    if (beside.includes(name) || (value === null && kept.includes(name))) return false;
    if (has === null && !isWhole(row)) return false;
    return JSON.stringify(has) !== JSON.stringify(value ?? null);
  });
}
