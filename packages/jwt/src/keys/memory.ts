import type { Context } from "@keyhold/core/plugin";
import type { PublicKey, PublishedKey } from "../token/check.js";

/** A private key in memory. */
export interface OpenedKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** A published key, ready to verify. */
export interface VerifyingKey extends PublicKey {
  /** Published before it signs: no token has this key yet. */
  readonly isNext: boolean;
}

/** The public keys as they were read last. */
export interface KnownKeys {
  readonly keys: ReadonlyMap<string, VerifyingKey>;
  readonly readAt: number;
}

/** What a process keeps of the keys of an auth. The database decides; each entry only saves work. */
export interface KeyMemory {
  /** The last key that signed here. */
  opened: OpenedKey | null;
  /** A key that this process has made in place of an unreadable key. */
  replacement: (OpenedKey & { readonly until: number }) | null;
  known: KnownKeys | null;
  reading: Promise<KnownKeys> | null;
  /** How often tokens with unknown keys have caused a read since `unknownSince`. */
  unknownReads: number;
  unknownSince: number;
  /** The keys of an external signer. */
  external: { readonly keys: readonly PublishedKey[]; readonly readAt: number } | null;
  isRotating: boolean;
}

const memories = new WeakMap<object, KeyMemory>();

/** The memory of an auth: `settings` are an object of one auth alone. */
export function memoryOf({ settings }: Pick<Context, "settings">): KeyMemory {
  const known = memories.get(settings);
  if (known) return known;
  const memory: KeyMemory = {
    opened: null,
    replacement: null,
    known: null,
    reading: null,
    unknownReads: 0,
    unknownSince: 0,
    external: null,
    isRotating: false,
  };
  memories.set(settings, memory);
  return memory;
}

/** Forgets every key, e.g. after a leak. */
export function forgetKeys(ctx: Pick<Context, "settings">): void {
  Object.assign(memoryOf(ctx), { opened: null, replacement: null, known: null, external: null });
}
