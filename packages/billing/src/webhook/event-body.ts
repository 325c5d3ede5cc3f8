import {
  after,
  before,
  type Context,
  date,
  defineModel,
  encryptedColumn,
  json,
  type Row,
  randomText,
  removePages,
  text,
} from "@keyhold/core/plugin";
import { encryptBody, placeOf } from "./body-encryption.js";
import {
  encryptedBodies,
  maxBodyBytes,
  type ReceivedBody,
  type UndecodableEventRow,
  type Unkept,
  undecodableEventModel,
} from "./undecodable-event.js";

/** The bodies of all events, with `keepBodies: "all"`. */
export const eventBodyModel = defineModel("billingEventBody", {
  id: text().initially(() => randomText(32)),
  /** The event's id at the provider. */
  eventId: text().unique(),
  /** The time of the delivery with this body. */
  sentAt: date(),
  /** The body as signed, encrypted with the auth's secret. */
  body: json<string>().secret(),
  expiresAt: date().indexed(),
});

/** A row of `billingEventBody`: an event and the encrypted body. */
export type EventBodyRow = Row<typeof eventBodyModel>;

/** For `keyhold rotate`. */
export const encryptedEventBodies = encryptedColumn(eventBodyModel, "body", ({ eventId }) => placeOf(eventId));

const hour = 3_600_000;

/**
 * Keeps the body of an event for so many days, less the time that handlers may take at most: the record of the event is
 * removed later. Answers why the body is not kept, or null when the body is kept.
 */
export async function keepEventBody(
  ctx: Context,
  { id, sentAt, body }: ReceivedBody,
  days: number,
): Promise<Unkept | null> {
  if (body.length > maxBodyBytes) return "too large";
  if (await ctx.db.exists(eventBodyModel, { eventId: id })) return null;
  const expiresAt = new Date(ctx.now().getTime() + (days * 24 - 2) * hour);
  const row = { eventId: id, sentAt, body: await encryptBody(ctx, id, body), expiresAt };
  await ctx.db.insert(eventBodyModel, row, { onConflict: () => null });
  return null;
}

export const removeExpiredEventBodies = (ctx: Context): Promise<number> =>
  removePages(ctx.db, eventBodyModel, { expiresAt: before(ctx.now()) });

/** The kept body of an event, and the column with the body. */
export type FoundBody =
  | { readonly column: typeof encryptedEventBodies; readonly row: EventBodyRow }
  | { readonly column: typeof encryptedBodies; readonly row: UndecodableEventRow };

/** The body of an event that has not expired; null without a body. */
export async function findBody(ctx: Context, eventId: string, keepsAll: boolean): Promise<FoundBody | null> {
  const where = { eventId, expiresAt: after(ctx.now()) };
  const kept = keepsAll ? await ctx.db.find(eventBodyModel, where) : null;
  if (kept) return { column: encryptedEventBodies, row: kept };
  const undecodable = await ctx.db.find(undecodableEventModel, where);
  return undecodable && { column: encryptedBodies, row: undecodable };
}
