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

/** Signed events that could not be decoded, each with the body: after an upgrade they can be decoded again. */
export const undecodableEventModel = defineModel("billingUndecodableEvent", {
  id: text().initially(() => randomText(32)),
  /** The event's id at the provider. */
  eventId: text().unique(),
  /** The time of the delivery with this body. */
  sentAt: date(),
  /** The body as signed, encrypted with the auth's secret. As JSON, since a text column of MySQL ends at 64 KiB. */
  body: json<string>().secret(),
  expiresAt: date().indexed(),
});

/** A row of `billingUndecodableEvent`: an event and the encrypted body. */
export type UndecodableEventRow = Row<typeof undecodableEventModel>;

/** Larger bodies are not kept. */
export const maxBodyBytes = 256 * 1024;
/** With so many bodies kept, no further body is kept. */
export const maxBodies = 1000;

/** The kept parts of a delivery. */
export interface ReceivedBody {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: Uint8Array;
}

export type Unkept = "too large" | "too many";

/** Keeps the body of an event for so many days. Answers why the body is not kept, or null when the body is kept. */
export async function keepBody(ctx: Context, { id, sentAt, body }: ReceivedBody, days: number): Promise<Unkept | null> {
  if (body.length > maxBodyBytes) return "too large";
  if (await ctx.db.exists(undecodableEventModel, { eventId: id })) return null;
  if ((await ctx.db.count(undecodableEventModel, {})) >= maxBodies) return "too many";
  const row = {
    eventId: id,
    sentAt,
    body: await encryptBody(ctx, id, body),
    expiresAt: new Date(ctx.now().getTime() + days * 86_400_000),
  };
  const inserted = await ctx.db.insert(undecodableEventModel, row, { onConflict: () => null });
  // Another delivery of the event has kept the body.
  if (!inserted) return null;
  // Several concurrent inserts may have passed the count at the limit.
  if ((await ctx.db.count(undecodableEventModel, {})) <= maxBodies) return null;
  await forgetBody(ctx, id);
  return "too many";
}

export async function forgetBody(ctx: Context, eventId: string): Promise<void> {
  await ctx.db.remove(undecodableEventModel, { eventId });
}

export const removeExpiredBodies = (ctx: Context): Promise<number> =>
  removePages(ctx.db, undecodableEventModel, { expiresAt: before(ctx.now()) });

/** For \`keyhold rotate\`. */
export const encryptedBodies = encryptedColumn(undecodableEventModel, "body", ({ eventId }) => placeOf(eventId));

const pageLength = 20;

/** Every event with a kept body that has not expired, oldest first; a page in memory at a time. */
export async function* keptEvents(ctx: Context): AsyncGenerator<UndecodableEventRow> {
  const where = { expiresAt: after(ctx.now()) };
  let last: UndecodableEventRow | undefined;
  for (;;) {
    const cursor = last && { value: last.expiresAt, id: last.id };
    const options = { orderBy: "expiresAt", limit: pageLength, ...(cursor && { cursor }) } as const;
    const page = await ctx.db.list(undecodableEventModel, where, options);
    yield* page;
    last = page.at(-1);
    if (page.length < pageLength || last === undefined) return;
  }
}
