import type { Session } from "../../contract/context.js";
import { type ColumnCodec, columnCodec } from "../../model/codec.js";
import type { Model } from "../../model/model.js";
import { sessionModel, userModel } from "../../model/models.js";
import { fullModel, type Schema } from "../../model/schema.js";
import type { Keys } from "../../secret/keys.js";
import { sign, verifySignature } from "../../secret/signature.js";

/** Writes sessions as text that nobody else can write, and that is worth nothing under another name or after its end. */
export interface EntrySigner {
  /** `name`: under which the copy is kept. `until`: milliseconds since 1970. */
  encrypt(name: string, session: Session, until: number): string;
  /**
   * The session, or null when the text was not sealed here under this name, has ended or is of another schema; also
   * when it has longer to live than any copy of today, as after the clock was set back.
   */
  open(name: string, encrypted: string, now: Date): Session | null;
}

type Codecs = ReadonlyMap<string, ColumnCodec>;

/** The columns of session and user that are not secret, plugins' ones too: others never leave the database. */
export function createEntrySigner(schema: Schema, keys: Keys, maxSeconds: number): EntrySigner {
  const session = publicCodecs(fullModel(schema, sessionModel));
  const user = publicCodecs(fullModel(schema, userModel));
  return {
    encrypt(name, { user: owner, ...row }, until) {
      const copy = { until, session: encodeRow(session, row), user: encodeRow(user, owner) };
      return sign(keys, name, JSON.stringify(copy));
    },
    open(name, encrypted, now) {
      const text = verifySignature(keys, name, encrypted);
      if (text === null) return null;
      const copy: Copy = JSON.parse(text);
      const left = copy.until - now.getTime();
      // Asked this way round, a time that cannot be read has passed, too.
      if (!(left > 0 && left <= maxSeconds * 1000)) return null;
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

/** Null when a column is missing, as in copies that were made before a plugin added it. */
function decodeRow(codecs: Codecs, values: Values): Values | null {
  const row: Record<string, unknown> = {};
  for (const [name, { decode }] of codecs) {
    if (!Object.hasOwn(values, name)) return null;
    row[name] = decode(values[name]);
  }
  return row;
}
