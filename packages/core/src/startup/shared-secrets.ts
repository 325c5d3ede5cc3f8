import type { Database } from "../adapter/adapter.js";
import type { AuthConfig, Settings } from "../contract/config.js";
import { logWarning } from "../contract/log.js";
import { fingerprint } from "../secret/hash.js";

/** The databases of the auths of this process, as numbers: the map keeps no database alive. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * By the fingerprint of a secret: `id` of an auth, or "" → the number of the auth's database. Null: warned of already.
 */
const auths = new Map<string, Map<string, number> | null>();

/**
 * Warns if another auth of this process has an equal secret and another database: what the first auth signs, the other
 * auth may accept. Two different `id` say that the app knows of the equal secrets.
 */
export function warnOfSharedSecrets({ database, log }: Pick<AuthConfig, "database" | "log">, settings: Settings): void {
  const number = numberOf(database);
  const id = settings.id ?? "";
  for (const secret of settings.secrets) {
    const key = fingerprint(secret);
    const known = auths.get(key);
    if (known === null) continue;
    const others = [...(known ?? [])].filter(([otherId]) => id === "" || otherId === "" || otherId === id);
    const isShared = others.some(([, other]) => other !== number);
    auths.set(key, isShared ? null : new Map([...(known ?? []), [id, number]]));
    if (isShared) logWarning(log, message);
  }
}

const message =
  "Two auths of this process have one `secret` and not one database: give each database a `secret` of its own, or each auth an `id`.";

function numberOf(database: Database): number {
  const place = database.place ?? database;
  const known = numbers.get(place);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(place, lastNumber);
  return lastNumber;
}
