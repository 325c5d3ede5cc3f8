import type { Context } from "@keyhold/core/plugin";
import { tidy, trackedOn } from "../balance/balance.js";
import { pendingOn, queueOf, readBesidePending } from "../balance/queue.js";
import { type HoldingRow, holdingModel } from "../holding/model.js";
import type { BillingCustomerRow } from "../mirror/entities.js";
import type { CommonRow } from "../mirror/mirrored.js";
import type { ClientForm } from "../mirror/read.js";
import { shownBalances } from "../mirror/shown.js";
import type { BillingSettings } from "../options.js";
import { externalIdOfRow } from "../provider/owner.js";

type BalanceRow = Readonly<Record<"meterId", string>>;

/** Balances of a customer as they are known: without the usage tracked since the provider's last balance. */
export async function shownKnownBalances(
  ctx: Context,
  { usage }: Pick<BillingSettings, "usage">,
  customer: BillingCustomerRow,
  rows: readonly CommonRow[],
): Promise<ClientForm[]> {
  const shown = shownBalances(customer, rows);
  if (rows.length === 0 || Object.keys(usage.events).length === 0) return shown;
  const owners = customer.ownerId === null ? [] : [externalIdOfRow(customer)];
  const holding = await readBesidePending(queueOf(ctx), owners, () => ctx.db.find(holdingModel, { id: customer.id }));
  return shown.map((balance, index) => {
    const { meterId } = rows[index] as unknown as BalanceRow;
    return holding ? withTracked(balance, trackedSince(ctx, holding, meterId)) : balance;
  });
}

const trackedSince = (ctx: Context, row: HoldingRow, meterId: string): number =>
  tidy(trackedOn(row, meterId) + pendingOn(queueOf(ctx), row.owner, meterId));

function withTracked(shown: ClientForm, units: number): ClientForm {
  const { balance, consumedUnits } = shown;
  return {
    ...shown,
    ...(typeof balance === "number" && { balance: tidy(balance - units) }),
    ...(typeof consumedUnits === "number" && { consumedUnits: tidy(consumedUnits + units) }),
  };
}
