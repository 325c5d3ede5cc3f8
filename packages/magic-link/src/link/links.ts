import { consumeRound, defineSentCodes, roundOf, sentProof, storeAsked } from "@keyhold/core/mailbox";
import { type Context, defineExpiringValue, randomText, type StoredValue, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

const asked = {
  ...sentProof,
  /** The fingerprint of the challenge of the asking browser. */
  challenge: z.string(),
  /** The name of a new user. */
  name: z.string(),
  /** The app's columns of a new user as JSON. A link of an earlier version has none. */
  columns: z.string().default("{}"),
  isRemembered: z.boolean(),
};
const request = z.object(asked);
const link = z.object({
  ...asked,
  /** The IP address of the asking browser. */
  ipAddress: z.string().nullable(),
});

/** What a browser asked for: the stored form of a code. */
export interface AskedSignIn extends Readonly<z.infer<typeof request>> {}

/** The stored form of a link. */
export interface Link extends Readonly<z.infer<typeof link>> {}

/** By the token of the link. */
const links = defineExpiringValue<Link>("magic-link", { lifetimeSeconds: 600, value: link });

/** The codes in the emails of links, by the challenge of the asking browser. */
export const linkCodes = defineSentCodes<AskedSignIn>("magic-link-code", request);

const tokenLength = 32;
const codeForm = { digits: 8, expiresInSeconds: 300 };

/** The secrets in an email: the database has the hash of the token. */
export interface IssuedSecrets {
  readonly token: string;
  /** Null: the email has no code. */
  readonly code: string | null;
}

interface LinkForm {
  readonly expiresInSeconds: number;
  readonly withCode: boolean;
  /** Whether the browser has signed in to the account before. */
  readonly isKnown: boolean;
}

/**
 * Stores a link, and a code beside the link. Null: other browsers have as many live challenges as the address may have.
 */
export async function issueLink(
  ctx: Context,
  given: Omit<Link, "round">,
  { expiresInSeconds, withCode, isKnown }: LinkForm,
): Promise<IssuedSecrets | null> {
  const token = randomText(tokenLength);
  const endAfter = (seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1000);
  const expiresAt = endAfter(expiresInSeconds);
  const round = await roundOf(ctx, given.to, endAfter(Math.max(expiresInSeconds, codeForm.expiresInSeconds)));
  const asker = { id: given.challenge, isKnown };
  const row = { ...links.rowOf(ctx, token, { ...given, round }, expiresAt), id: links.placeOf(token).id };
  if (!(await storeAsked(ctx, { round, asker, row }))) return null;
  const { ipAddress: _, ...asked } = given;
  const form = { ...codeForm, asker };
  const code = withCode ? await linkCodes.issue(ctx, given.challenge, { ...asked, round }, form) : null;
  return { token, code };
}

/** A link that works, without using it up; null: expired, used, or of no browser. */
export const findLink = (ctx: Context, token: string): Promise<StoredValue<Link> | null> => links.find(ctx, token);

/** Uses up a link and the round of its address: of many callers with links of an address one gets true. */
export async function consumeLink(ctx: TxContext, token: string): Promise<boolean> {
  const link = await links.consume(ctx, token);
  return link !== null && consumeRound(ctx, link);
}
