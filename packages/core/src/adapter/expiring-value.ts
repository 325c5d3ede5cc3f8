import { secondsPerDay } from "../contract/config.js";
import type { Context, TxContext } from "../contract/context.js";
import type { Presence, Schema } from "../contract/schema.js";
import { derivedId } from "../model/derived-id.js";
import type { Insert, Row } from "../model/model.js";
import { verificationModel } from "../model/models.js";
import { verificationIdentifier } from "../model/verification.js";
import type { ContextVerbs } from "./on-conflict.js";

type StoredRow = Row<typeof verificationModel>;
type Verbs = ContextVerbs<"outside" | "inside", string>;
type Now = Pick<Context, "now">;

/** A context that reads. */
export type Finder = { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** A context that writes, in a transaction or outside. */
type Writer<Verb extends keyof Verbs> = Now & { readonly db: Pick<Verbs, Verb> };

/** The name of a value, or the id of its row. */
export type ValuePlace = string | { readonly id: string };

/** A stored value. */
export interface StoredValue<V> {
  /** The id of the row. */
  readonly id: string;
  readonly value: V;
  readonly createdAt: Date | null;
  readonly expiresAt: Date;
}

/** What all values of a purpose have in common. */
export interface ExpiringValueDeclaration<V> {
  /** How long a value is kept, unless its writer says until when. Null: the value does not expire. */
  readonly lifetimeSeconds: number | null;
  /** The schema of the stored value, checked by each read. A text is stored as it is, any other value as JSON. */
  readonly value: Schema<V, unknown, Presence>;
  /** Whether a name can have several values. Default false. */
  readonly mayRepeat?: boolean;
}

/**
 * Values that expire, each stored under a name, e.g. the id of a user: rows of the table `verification`. The database
 * has the hash of the name. An expired value is not found, and the next sweep removes it.
 */
export interface ExpiringValue<V> {
  readonly purpose: string;
  find(ctx: Finder & Now, place: ValuePlace): Promise<StoredValue<V> | null>;
  /**
   * Replaces the value of a name, and answers with the id of the row. The caller holds a lock, e.g. of the user whose id
   * is the name.
   */
  put(ctx: Writer<"insert" | "remove">, name: string, value: V, expiresAt?: Date): Promise<string>;
  /** Stores a value under a new name, and answers with the id of the row. Throws if the name has a value. */
  insert(ctx: Writer<"insert">, name: string, value: V, expiresAt?: Date): Promise<string>;
  /**
   * Uses up a value: of many callers one gets the value, the others null. `present`: only this value. An id is one that
   * `find` has answered, never a caller's: also a row of another purpose is removed.
   */
  consume(ctx: Writer<"consume">, place: ValuePlace, present?: V): Promise<V | null>;
  /**
   * Changes a value in a transaction. Under a lock each caller gets the value of the caller before; without a lock only
   * one of many callers is sure to change it, and the others may get null. Null: the name has no value.
   */
  replace(ctx: Writer<"consume" | "insert">, name: string, change: (present: V) => V): Promise<StoredValue<V> | null>;
  /** Removes a value; answers whether the name had a value. */
  end(ctx: { readonly db: Pick<Verbs, "remove"> }, name: string): Promise<boolean>;
  /** The id and the identifier of the row of a name. */
  placeOf(name: string): { readonly id: string; readonly identifier: string };
  /** The row of a value, for a write with a decision about conflicts. */
  rowOf(
    ctx: Now,
    name: string,
    value: V,
    expiresAt?: Date,
  ): Insert<typeof verificationModel> & { readonly identifier: string };
  /** The value of a row. Throws if the row has another form. */
  valueOf(row: Pick<StoredRow, "value">): V;
}

/** A column of MySQL's type `timestamp`, as in tables of other libraries, cannot store a later date. */
const lastTimestamp = Date.parse("2038-01-01T00:00:00Z");
const centuryMilliseconds = 36_525 * secondsPerDay * 1000;

/** The end of a value that does not expire. */
export const farEnd = (now: number): Date => new Date(now < lastTimestamp ? lastTimestamp : now + centuryMilliseconds);

/**
 * Declares values that expire.
 *
 * @param purpose unique in the auth: the part of the rows' `identifier` before the hash of the name
 * @example
 * const invitations = defineExpiringValue("tea-invitation", { lifetimeSeconds: 3600, value: z.object({ room: z.string() }) });
 * await ctx.transactionOn(userModel, userId, (ctx) => invitations.put(ctx, userId, { room: "A" }));
 * const invitation = await invitations.find(ctx, userId);
 */
export function defineExpiringValue<V>(
  purpose: string,
  { lifetimeSeconds, value: schema, mayRepeat = false }: ExpiringValueDeclaration<V>,
): ExpiringValue<V> {
  const textOf = (value: V): string => (typeof value === "string" ? value : JSON.stringify(value));
  const stored = ({ id, createdAt, expiresAt, value }: StoredRow): StoredValue<V> => {
    return { id, value: values.valueOf({ value }), createdAt, expiresAt };
  };
  const where = (place: ValuePlace): { readonly id: string } | { readonly identifier: string } =>
    typeof place === "string" ? { identifier: verificationIdentifier(purpose, place) } : { id: place.id };
  const isOwn = ({ identifier }: StoredRow): boolean => identifier.startsWith(`${purpose}:`);
  const values: ExpiringValue<V> = {
    purpose,
    async find(ctx, place) {
      const row = await ctx.db.find(verificationModel, where(place));
      return row && isOwn(row) && row.expiresAt > ctx.now() ? stored(row) : null;
    },
    async put(ctx, name, value, expiresAt) {
      await values.end(ctx, name);
      return values.insert(ctx, name, value, expiresAt);
    },
    async insert(ctx, name, value, expiresAt) {
      const { id } = await ctx.db.insert(verificationModel, values.rowOf(ctx, name, value, expiresAt), {
        onConflict() {
          throw new Error(`A name got two values of "${purpose}": it was written without a lock.`);
        },
      });
      return id;
    },
    async consume(ctx, place, present) {
      const value = present === undefined ? {} : { value: textOf(present) };
      const row = await ctx.db.consume(verificationModel, { ...where(place), ...value });
      return row && isOwn(row) && row.expiresAt > ctx.now() ? values.valueOf(row) : null;
    },
    async replace(ctx, name, change) {
      const row = await ctx.db.consume(verificationModel, where(name));
      if (!row) return null;
      const changed = { ...row, value: textOf(change(values.valueOf(row))) };
      await ctx.db.insert(verificationModel, changed);
      return stored(changed);
    },
    end: async ({ db }, name) => (await db.remove(verificationModel, where(name))) > 0,
    placeOf(name) {
      const identifier = verificationIdentifier(purpose, name);
      return { id: derivedId(identifier), identifier };
    },
    rowOf(ctx, name, value, expiresAt) {
      const now = ctx.now();
      const { id, identifier } = values.placeOf(name);
      const end = lifetimeSeconds === null ? farEnd(now.getTime()) : new Date(now.getTime() + lifetimeSeconds * 1000);
      const row = { identifier, value: textOf(value), expiresAt: expiresAt ?? end, createdAt: now, updatedAt: now };
      return mayRepeat ? row : { id, ...row };
    },
    valueOf({ value }) {
      const text = schema.safeParse(value);
      return text.issues ? schema.parse(JSON.parse(value)) : text.value;
    },
  };
  return values;
}
