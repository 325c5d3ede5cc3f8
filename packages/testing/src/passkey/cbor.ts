/** A value of CBOR. */
export type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/**
 * Encodes a value in the canonical form of CTAP2 (RFC 8949, section 4.2), with the keys of a map in the order of the
 * map.
 *
 * @example encodeCbor(new Map<string, Cbor>([["fmt", "none"], ["attStmt", new Map()], ["authData", bytes]]))
 */
export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]),
    ]);
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)]);
}

function head(majorType: number, count: number): Buffer {
  const type = majorType << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 0x100) return Buffer.from([type | 24, count]);
  if (count < 0x10000) return Buffer.from([type | 25, count >> 8, count & 0xff]);
  const bytes = Buffer.alloc(5);
  bytes[0] = type | 26;
  bytes.writeUInt32BE(count, 1);
  return bytes;
}
