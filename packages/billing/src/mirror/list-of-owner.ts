import type { Session } from "@keyhold/core";
import type { Context, Where } from "@keyhold/core/plugin";
import type { BillingCustomerRow } from "./entities.js";
import type { AnyMirrored, CommonRow, MirrorModel } from "./mirrored.js";
import { ownerAsked } from "./owner-asked.js";
import { type ClientForm, customerOf, listAnswer, type PageQuery, pageOfRows } from "./read.js";

/** The page that a caller asks for. `referenceId`: see `ownerAsked`. */
interface AskedPage extends PageQuery {
  readonly referenceId?: string | undefined;
}

interface OwnedList<M extends MirrorModel> {
  readonly mirrored: { readonly model: M } & AnyMirrored;
  /** Conditions beside the customer. */
  readonly where?: Where<M>;
  readonly show: (
    ctx: Context,
    customer: BillingCustomerRow,
    rows: readonly CommonRow[],
  ) => ClientForm[] | Promise<ClientForm[]>;
}

/** Answers a page of the rows of an owner; no rows for an owner without a customer. */
export async function listOfOwner<M extends MirrorModel>(
  ctx: Context<"BILLING_NOT_ALLOWED">,
  session: Pick<Session, "userId">,
  { page, limit, referenceId }: AskedPage,
  { mirrored, where, show }: OwnedList<M>,
): Promise<ReturnType<typeof listAnswer>> {
  const customer = await customerOf(ctx, await ownerAsked(ctx, session, referenceId));
  if (!customer) return listAnswer([], { totalCount: 0, limit });
  const ofCustomer = { ...where, customerId: customer.id } as Where<M>;
  const { rows, totalCount } = await pageOfRows(ctx, { mirrored, where: ofCustomer, page, limit });
  return listAnswer(await show(ctx, customer, rows), { totalCount, limit });
}
