import { removePages } from "@keyhold/core/internal";
import {
  after,
  before,
  type Context,
  date,
  defineModel,
  isConflict,
  json,
  type Row,
  randomText,
  text,
} from "@keyhold/core/plugin";

/** Signed events that could not be decoded, each with its body: an upgrade can read them again. */
export const undecodableEventModel = defineModel("billingUndecodableEvent", {
  id: text().initially(() => randomText(32)),
  /** The event's id at the provider. */
  eventId: text().unique(),
  /** When the delivery was sent whose body this is. */
  sentAt: date(),
  /** The body as it was signed, encrypted with the auth's secret. As JSON, since a text column of MySQL ends at 64 KiB. */
  body: json<string>().secret(),
  expiresAt: date().indexed(),
});

export type UndecodableEventRow = Row<typeof undecodableEventModel>;

/** Larger bodies are not kept. */
export const maxBodyBytes = 256 * 1024;
/** With so many kept, further ones are not. */
export const maxBodies = 1000;

/** What is kept of a delivery. */
interface Undecodable {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: Uint8Array;
}

/** Binds an encrypted body to its event, so that no other event can be given it. */
const placeOf = (eventId: string): readonly string[] => ["webhook body", eventId];

export type Unkept = "too large" | "too many";

/** Keeps the body of an event for so many days. Answers why it does not, or null when the body is kept. */
export async function keepBody(ctx: Context, { id, sentAt, body }: Undecodable, days: number): Promise<Unkept | null> {
  if (body.length > maxBodyBytes) return "too large";
  if (await ctx.db.exists(undecodableEventModel, { eventId: id })) return null;
  if ((await ctx.db.count(undecodableEventModel, {})) >= maxBodies) return "too many";
  const inserted = await ctx.db.insert(undecodableEventModel, {
    eventId: id,
    sentAt,
    body: await ctx.encryptedValues.encrypt(placeOf(id), new TextDecoder().decode(body)),
    expiresAt: new Date(ctx.now().getTime() + days * 86_400_000),
  });
  // Another delivery of the event has kept the body.
  if (isConflict(inserted)) return null;
  // Several at once may have been counted as the last one that there is room for.
  if ((await ctx.db.count(undecodableEventModel, {})) <= maxBodies) return null;
  await forgetBody(ctx, id);
  return "too many";
}

export async function forgetBody(ctx: Context, eventId: string): Promise<void> {
  await ctx.db.remove(undecodableEventModel, { eventId });
}

export const removeExpiredBodies = (ctx: Context): Promise<number> =>
  removePages(ctx.db, undecodableEventModel, { expiresAt: before(ctx.now()) });

/**
 * The body of an event; null when it was not encrypted here for this event: its secret is no longer one of the auth's,
 * or the row was written by other means, and then nothing tells that the provider has signed it.
 */
export async function openBody(ctx: Context, { eventId, body }: UndecodableEventRow): Promise<string | null> {
  const opened = await ctx.encryptedValues.open(placeOf(eventId), body);
  return opened === body ? null : opened;
}

const pageLength = 20;

/** Every event whose body is kept and has not expired, oldest first; a page in memory at a time. */
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
