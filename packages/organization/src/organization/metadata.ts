import { readRecord } from "../json-record.js";

/** An app's own facts about an organization: texts by name. Every member reads them. */
export type Metadata = Readonly<Record<string, string>>;

const maxKeys = 50;
const maxMetadataLength = 8192;

/** Security section 5, rule 13: at most 50 keys, 8 KiB together. Why it cannot be stored; null when it can. */
export function metadataProblem(metadata: Metadata): string | null {
  const keys = Object.keys(metadata);
  if (keys.length > maxKeys) return `Too many keys: at most ${maxKeys}`;
  if (keys.some((key) => key === "" || key.length > 255)) return "A key has 1 to 255 characters";
  return new TextEncoder().encode(JSON.stringify(metadata)).length > maxMetadataLength
    ? `Too long: at most ${maxMetadataLength} bytes as JSON`
    : null;
}

/** As it is stored. An empty record is none. */
export const writeMetadata = (metadata: Metadata | null): string | null =>
  metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);

/** What is stored, as a record of texts; what others have stored and is none is left out. */
export function readMetadata(stored: string | null): Metadata | undefined {
  const record = stored === null ? null : readRecord(stored);
  if (!record) return undefined;
  const texts = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}
