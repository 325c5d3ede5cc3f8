/** The prime of the field (RFC 8032, section 5.1). */
const p = 2n ** 255n - 19n;

/** An exponent by binary digits, from left to right. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const digit of exponent.toString(2)) {
    result = (result * result) % p;
    if (digit === "1") result = (result * base) % p;
  }
  return result;
}

const d = (p - ((121_665n * power(121_666n, p - 2n)) % p)) % p;

/** The y of the points of order 8; their x differ in the sign. The other small orders have 0, 1 and -1. */
const yOfOrder8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d706a17c7n;
const smallOrders: readonly bigint[] = [0n, 1n, p - 1n, yOfOrder8, p - yOfOrder8];

/**
 * Whether 32 bytes are a public key of Ed25519: a point of the curve (RFC 8032, section 5.1.3), and not of small order:
 * then a signature fits many texts. `importKey` does not check the order.
 */
export function isEd25519Point(bytes: Uint8Array): boolean {
  const encoded = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const y = encoded % 2n ** 255n;
  if (y >= p || smallOrders.includes(y)) return false;
  const square = (y * y) % p;
  // x² is u / v, and u · v is a square exactly when u / v is a square. Neither is 0 here.
  const u = square - 1n;
  const v = (d * square + 1n) % p;
  return power((u * v) % p, (p - 1n) / 2n) === 1n;
}
