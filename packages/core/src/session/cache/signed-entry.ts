import type { Session } from "../../contract/context.js";
import { type ColumnCodec, columnCodec } from "../../model/codec.js";
import type { Model } from "../../model/model.js";
import { sessionModel, userModel } from "../../model/models.js";
import { fullModel, type Schema } from "../../model/schema.js";
import type { Keys } from "../../secret/keys.js";
import { sign, verifySignature } from "../../secret/signature.js";

/**
 * Serializes sessions with a signature: they cannot be forged, and are not valid under another name or after their
 * expiry.
 */
export interface EntrySigner {
  /** `name`: the key of the entry. `until`: milliseconds since 1970. */
  encrypt(name: string, session: Session, until: number): string;
  /**
   * The session; null if the text was not signed by this server under this name, has expired or is of another schema.
   * Also null if the entry lives longer than a new entry, as after the clock was set back. `madeSince`: milliseconds
   * since 1970; an entry made earlier is null.
   */
  open(name: string, encrypted: string, now: Date, madeSince?: number): Session | null;
}

type Codecs = ReadonlyMap<string, ColumnCodec>;

/**
 * The columns of session and user that are not secret, including plugins' columns: secret columns never leave the
 * database.
 */
export function createEntrySigner(schema: Schema, keys: Keys, maxSeconds: number): EntrySigner {
  const session = publicCodecs(fullModel(schema, sessionModel));
  const user = publicCodecs(fullModel(schema, userModel));
  return {
    encrypt(name, { user: owner, ...row }, until) {
      const copy = { until, session: encodeRow(session, row), user: encodeRow(user, owner) };
      return sign(keys, name, JSON.stringify(copy));
    },
    open(name, encrypted, now, madeSince = Number.NEGATIVE_INFINITY) {
      const text = verifySignature(keys, name, encrypted);
      if (text === null) return null;
      const copy: Copy = JSON.parse(text);
      const left = copy.until - now.getTime();
      // In this order an invalid time counts as expired.
      if (!(left > 0 && left <= maxSeconds * 1000)) return null;
      // The entry of a session that ends within `maxSeconds` counts as older than its real age.
      if (copy.until - maxSeconds * 1000 < madeSince) return null;
      const row = decodeRow(session, copy.session);
      const owner = decodeRow(user, copy.user);
      return row && owner && ({ ...row, user: owner } as unknown as Session);
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

interface Copy {
  readonly until: number;
  readonly session: Values;
  readonly user: Values;
}

function publicCodecs({ columns }: Model): Codecs {
  const open = Object.entries(columns).filter(([, { facts }]) => !facts.isSecret);
  return new Map(
    open.map(([name, { facts }]) => [name, columnCodec(facts, { booleans: "native", dates: "iso text" })]),
  );
}

function encodeRow(codecs: Codecs, row: object): Values {
  const values: Values = { ...row };
  return Object.fromEntries([...codecs].map(([name, { encode }]) => [name, encode(values[name])]));
}

/** Null if a column is missing, as in an entry from before a plugin added the column. */
function decodeRow(codecs: Codecs, values: Values): Values | null {
  const row: Record<string, unknown> = {};
  for (const [name, { decode }] of codecs) {
    if (!Object.hasOwn(values, name)) return null;
    row[name] = decode(values[name]);
  }
  return row;
}
