import type { User } from "@keyhold/core";
import { type Context, fingerprint, userModel } from "@keyhold/core/plugin";
import { isEqual, type PastedSecret, readPastedSecret } from "@keyhold/core/principal";
import { isOrganization } from "../hooks/offers.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { lookUp } from "./look-up.js";

/** A key with a right secret. */
export interface FoundKey {
  readonly row: ApiKeyRow;
  /** The id of the user of a personal key; null: the key is of an organization. */
  readonly userId: string | null;
  /** The user; null also if the caller of `findKey` does not need the row. */
  readonly user: User | null;
}

/** A key of the previous library: 64 letters after any prefix. */
const previousForm = /^[\w-]{0,64}[A-Za-z]{64}$/;

/** A key of this plugin, or of the previous library; null for any other text. */
export function readKey(text: string): PastedSecret | "previous" | null {
  return readPastedSecret(text) ?? (previousForm.test(text) ? "previous" : null);
}

/** The ids of keys: an upper-case letter begins the id of an organization's key, so that a key is found by one statement. */
export const isIdOfOrganization = (id: string): boolean => /^[A-Z]/.test(id);

/** The column `start` of a key. */
export const startOf = ({ prefix, id }: Pick<PastedSecret, "prefix" | "id">): string => `${prefix}_${id}`;

/**
 * The key of a text, and its user by the same statement. Null: no key has this secret now, or the user does not exist.
 * Unknown ids and wrong secrets take as long. `needsUser`: false reads only the existence of the user.
 */
export async function findKey(
  ctx: Context,
  text: string,
  { needsUser }: { readonly needsUser: boolean } = { needsUser: true },
): Promise<FoundKey | null> {
  const read = readKey(text);
  if (read === null) return null;
  if (read === "previous") return findPrevious(ctx, fingerprint(text));
  const hash = fingerprint(read.secret);
  const rows = await lookUp(ctx, startOf(read), { isOfUser: !isIdOfOrganization(read.id), needsUser });
  return rows.find(({ row }) => isRight(ctx, row, hash)) ?? null;
}

/** Whether a hash is of the present secret, or of the secret before a rotation while both work. */
function isRight({ now }: Pick<Context, "now">, { key, previousKey, previousUntil }: ApiKeyRow, hash: string): boolean {
  if (isEqual(key, hash)) return true;
  return previousKey !== null && previousUntil !== null && previousUntil > now() && isEqual(previousKey, hash);
}

/** A key of the previous library: its row does not say whether `referenceId` is of a user or of an organization. */
async function findPrevious(ctx: Context, hash: string): Promise<FoundKey | null> {
  const row =
    (await ctx.db.find(apiKeyModel, { key: hash })) ?? (await ctx.db.find(apiKeyModel, { previousKey: hash }));
  if (!row || !isRight(ctx, row, hash)) return null;
  const user = await ctx.db.find(userModel, { id: row.referenceId });
  if (!user) return (await isOrganization(ctx, row.referenceId)) ? { row, userId: null, user: null } : null;
  if (row.userId === null)
    ctx.later("Noting the user of an API key", (ctx) => ctx.db.update(apiKeyModel, row.id, { userId: user.id }));
  return { row, userId: user.id, user };
}
