import {
  before,
  type Context,
  defineExpiringValue,
  randomText,
  type StoredValue,
  type TxContext,
  verificationModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { magicLinkErrors } from "../errors.js";

/** The stored form of a link. */
export const link = z.object({
  email: z.string(),
  /** The account with the address when the link was asked for; null: no account. */
  userId: z.string().nullable(),
  /** The fingerprint of the challenge of the asking browser. */
  challenge: z.string(),
  /** The round of the address: a sign-in ends the round, and so every link of the round. */
  round: z.string(),
  /** The name of a new user. */
  name: z.string(),
  isRemembered: z.boolean(),
  /** The IP address of the asking browser. */
  ipAddress: z.string().nullable(),
});

/** A stored link. */
export interface Link extends Readonly<z.infer<typeof link>> {}

/** By the token of the link. */
const links = defineExpiringValue<Link>("magic-link", { lifetimeSeconds: 600, value: link });

/** A round lasts longer than a link. */
const roundSeconds = 86_400;

/** By the address. */
const rounds = defineExpiringValue("magic-link-round", { lifetimeSeconds: roundSeconds, value: z.string() });

const tokenLength = 32;

/** Stores a link, and answers with its token: the database has the hash of the token. */
export async function issueLink(
  ctx: Context,
  given: Omit<Link, "round">,
  { expiresInSeconds }: { readonly expiresInSeconds: number },
): Promise<{ readonly token: string; readonly link: Link }> {
  const token = randomText(tokenLength);
  const expiresAt = new Date(ctx.now().getTime() + expiresInSeconds * 1000);
  const round = await roundOf(ctx, given.email, expiresAt);
  const link = { ...given, round };
  await links.insert(ctx, token, link, expiresAt);
  return { token, link };
}

/** The round of an address: the present round if it outlives the link, else a new round. */
async function roundOf(ctx: Context, email: string, linkExpiresAt: Date): Promise<string> {
  const present = await rounds.find(ctx, email);
  if (present && present.expiresAt >= linkExpiresAt) return present.value;
  // A round that ends before the link would hinder the insert. A newer round, of a request at the same time, stays.
  const { identifier } = rounds.placeOf(email);
  await ctx.db.remove(verificationModel, { identifier, expiresAt: before(linkExpiresAt) });
  const round = randomText(16);
  const isFirst = await ctx.db.insert(verificationModel, rounds.rowOf(ctx, email, round), { onConflict: () => null });
  if (isFirst) return round;
  // Another request has begun the round. If the round has ended since, the new link does not work.
  return (await rounds.find(ctx, email))?.value ?? round;
}

/** A link that works, without using it up; null: expired, used, or of no browser. */
export const findLink = (ctx: Context, token: string): Promise<StoredValue<Link> | null> => links.find(ctx, token);

/** Whether no sign-in has ended the round of a link. Only `consumeLink` decides. */
export const isLive = async (ctx: Context, { email, round }: Link): Promise<boolean> =>
  (await rounds.find(ctx, email))?.value === round;

/**
 * Uses up a link and the round of its address: of many callers with links of an address one goes on.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function consumeLink(ctx: TxContext<"INVALID_TOKEN">, token: string): Promise<void> {
  const link = await links.consume(ctx, token);
  return link === null ? ctx.fail(magicLinkErrors.INVALID_TOKEN) : consumeRound(ctx, link);
}

/**
 * Uses up the round of a link or a code.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function consumeRound(ctx: TxContext<"INVALID_TOKEN">, { email, round }: Link): Promise<void> {
  if ((await rounds.consume(ctx, email, round)) === null) ctx.fail(magicLinkErrors.INVALID_TOKEN);
}

/** Ends every link of an address. */
export const endLinks = (ctx: Pick<TxContext, "db">, email: string): Promise<boolean> => rounds.end(ctx, email);
