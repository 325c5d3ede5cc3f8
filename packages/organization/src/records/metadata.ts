import { readRecord } from "./json-record.js";

/** Custom data of the app about an organization: strings by key. Every member can read the metadata. */
export type Metadata = Readonly<Record<string, string>>;

const maxKeys = 50;
const maxMetadataLength = 8192;

/**
 * Checks the limits of security section 5, rule 13: at most 50 keys, 8 KiB together. Returns the reason if metadata
 * cannot be stored, else null.
 */
export function metadataError(metadata: Metadata): string | null {
  const keys = Object.keys(metadata);
  if (keys.length > maxKeys) return `Too many keys: at most ${maxKeys}`;
  if (keys.some((key) => key === "" || key.length > 255)) return "A key has 1 to 255 characters";
  return new TextEncoder().encode(JSON.stringify(metadata)).length > maxMetadataLength
    ? `Too long: at most ${maxMetadataLength} bytes as JSON`
    : null;
}

/** The stored form; null for an empty record. */
export const writeMetadata = (metadata: Metadata | null): string | null =>
  metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);

/** Reads stored metadata as a record of strings; omits values of other types, which other software may have stored. */
export function readMetadata(stored: string | null): Metadata | undefined {
  const record = stored === null ? null : readRecord(stored);
  if (!record) return undefined;
  const texts = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}
