import type { User } from "@keyhold/core";
import { type Context, pagesOf, publicRow, type ReadingContext, type TxContext } from "@keyhold/core/plugin";
import { type Passkey, type PasskeyRow, passkeyModel } from "../models.js";
import { columnsOf, idOf } from "../webauthn/credential-id.js";

type Reader = { readonly db: Pick<Context["db"] | TxContext["db"], "find" | "list" | "count" | "exists"> };

/** Lists rows, in a transaction or outside. */
export type ListReader = { readonly db: Pick<Context["db"] | TxContext["db"], "list"> };

/** More than an app allows: rows of another library may be more than `maxPerUser`. */
const maxListed = 100;

/** Every passkey of a user, for a decision: also a passkey beyond the length of a list. */
export async function allPasskeysOf({ db }: ListReader, userId: string): Promise<readonly PasskeyRow[]> {
  const all: PasskeyRow[] = [];
  for await (const page of pagesOf(db, passkeyModel, { userId })) all.push(...page);
  return all;
}

/** The passkeys of a user for a list or a browser, oldest first: at most `maxListed`. */
export async function passkeysOf({ db }: ListReader, userId: string): Promise<readonly PasskeyRow[]> {
  const rows = await db.list(passkeyModel, { userId }, { orderBy: "id", limit: maxListed });
  return [...rows].sort((one, other) => timeOf(one) - timeOf(other));
}

const timeOf = ({ createdAt }: PasskeyRow): number => createdAt?.getTime() ?? 0;

/** The passkey with a credential id, of any user. */
export const findByCredential = ({ db }: Reader, credentialId: string): Promise<PasskeyRow | null> =>
  db.find(passkeyModel, { credentialID: columnsOf(credentialId).credentialID });

/** How many passkeys a user has. */
export const countPasskeys = ({ db }: Reader, userId: string): Promise<number> => db.count(passkeyModel, { userId });

/** Whether a user has a passkey. */
export const hasPasskey = ({ db }: Pick<ReadingContext, "db">, userId: string): Promise<boolean> =>
  db.exists(passkeyModel, { userId });

/** Since when a user has a passkey; null: no passkey. A passkey of another library may have no date. */
export async function passkeySince(reader: ListReader, userId: string): Promise<Date | null> {
  const passkeys = await allPasskeysOf(reader, userId);
  return passkeys.length === 0 ? null : new Date(Math.min(...passkeys.map(timeOf)));
}

/** A passkey in responses, with the whole id. */
export const publicPasskey = ({ schema }: Pick<Context | TxContext, "schema">, row: PasskeyRow): Passkey => ({
  ...publicRow(schema, passkeyModel, row),
  credentialID: idOf(row),
});

/** A passkey in the options for a browser: to use the passkey, or not to make another. */
export interface Descriptor {
  readonly id: string;
  readonly type: "public-key";
  readonly transports?: string[];
}

export const descriptorOf = (row: PasskeyRow): Descriptor => ({
  id: idOf(row),
  type: "public-key",
  ...(row.transports ? { transports: row.transports.split(",") } : {}),
});

/** The user handle of a user; null: the user has never registered a passkey here. */
export const userHandleOf = (user: User): string | null =>
  (user as Partial<{ readonly webauthnUserId: string | null }>).webauthnUserId ?? null;
