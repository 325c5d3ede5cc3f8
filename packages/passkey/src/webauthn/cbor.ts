import { type CBORType, decodePartialCBOR, encodeCBOR } from "@levischuck/tiny-cbor";

/** A value of CBOR (RFC 8949), and the place behind the value. */
export interface ReadItem {
  readonly value: CBORType;
  readonly end: number;
}

/** The item that begins at a place of the bytes. Throws for malformed CBOR. */
export function readItem(bytes: Uint8Array, start = 0): ReadItem {
  // The decoder looks at the whole buffer, of which the bytes may be a part.
  const [value, length] = decodePartialCBOR(Uint8Array.from(bytes), start);
  const end = start + length;
  if (end > bytes.length) throw new Error("The CBOR ends too early.");
  return { value, end };
}

/** The map that begins at a place of the bytes. Throws for malformed CBOR, and for an item of another kind. */
export function readMap(
  bytes: Uint8Array,
  start = 0,
): { readonly map: ReadonlyMap<unknown, unknown>; readonly end: number } {
  const { value, end } = readItem(bytes, start);
  if (!(value instanceof Map)) throw new Error("The CBOR is no map.");
  return { map: value, end };
}

/** Whether the bytes are the shortest form of the item, so that the item has a single form. */
export const isShortest = (bytes: Uint8Array): boolean => {
  const written = encodeCBOR(readItem(bytes).value);
  return written.length === bytes.length && written.every((byte, at) => byte === bytes[at]);
};
