import type { FindKey, JWK, PublicKey } from "../token/check.js";
import { TokenError } from "../token/error.js";
import { importPublicKey } from "../token/import.js";
import { isWorker } from "./worker.js";

/** Where the keys of an issuer are, and how long they are kept. */
export interface RemoteKeysOptions {
  readonly url: string;
  readonly cacheSeconds: number;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
}

/** While the issuer does not answer, known keys are used for as many seconds longer. */
const staleSeconds = 600;
/** An unknown key fetches the keys again, at most this often: an attacker may name any key. */
const cooldownSeconds = 10;
const timeoutMilliseconds = 5000;
const maxBytes = 65_536;

interface Fetched {
  readonly keys: ReadonlyMap<string, PublicKey>;
  readonly at: number;
}

/** The keys of an issuer, fetched at their first use, and again when they are old or a token names an unknown key. */
export function remoteKeys(options: RemoteKeysOptions): FindKey {
  const seconds = (): number => options.now().getTime() / 1000;
  let known: Fetched | null = null;
  let tried = Number.NEGATIVE_INFINITY;
  let running: Promise<Fetched> | null = null;

  async function fetchKnown(): Promise<Fetched> {
    const keys = await fetchKeys(options);
    known = { keys, at: seconds() };
    return known;
  }

  /** One request at a time for all tokens that wait; on Cloudflare Workers one for each request that waits. */
  function fetchAgain(): Promise<Fetched> {
    tried = seconds();
    if (isWorker()) return fetchKnown();
    running ??= fetchKnown().finally(() => {
      running = null;
    });
    return running;
  }

  return async (keyId) => {
    const age = known ? seconds() - known.at : Number.POSITIVE_INFINITY;
    const mayTry = running !== null || seconds() - tried >= cooldownSeconds;
    if (known && age < options.cacheSeconds) {
      const key = known.keys.get(keyId);
      if (key || !mayTry) return key ?? null;
      return (await fetchAgain().catch(() => known))?.keys.get(keyId) ?? null;
    }
    const stale = known && age < options.cacheSeconds + staleSeconds ? known : null;
    if (stale && !mayTry) return stale.keys.get(keyId) ?? null;
    try {
      return (await fetchAgain()).keys.get(keyId) ?? null;
    } catch (cause) {
      const key = stale?.keys.get(keyId);
      if (key) return key;
      throw new TokenError("KEYS_UNAVAILABLE", `The keys at ${options.url} could not be fetched.`, { cause });
    }
  };
}

async function fetchKeys({ url, fetch }: RemoteKeysOptions): Promise<ReadonlyMap<string, PublicKey>> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  // A redirect is an error: the keys of another server would count as the keys of the issuer.
  const response = await fetch(url, { signal, redirect: "manual", headers: { accept: "application/json" } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  const text = await response.text();
  if (text.length > maxBytes) throw new Error(`${url} answered more than ${maxBytes} bytes.`);
  return importKeys(JSON.parse(text));
}

/** The keys of a key set (RFC 7517, section 5) by their ids. A key without an id, or of an unknown kind, is left out. */
export async function importKeys(keySet: unknown): Promise<ReadonlyMap<string, PublicKey>> {
  const listed: unknown = Object(keySet).keys;
  if (!Array.isArray(listed)) throw new Error("A key set has `keys`.");
  const keys = new Map<string, PublicKey>();
  for (const jwk of listed.slice(0, 100) as JWK[]) {
    const key = typeof jwk?.kid === "string" ? await importPublicKey(jwk) : null;
    if (key && jwk.kid) keys.set(jwk.kid, key);
  }
  return keys;
}
