import { createHmac } from "node:crypto";

const stepMilliseconds = 30_000;
/** So near to the end of a step, its code counts as the one before. */
const marginMilliseconds = 5_000;

/** An authenticator app: each code is accepted once, so it never gives one twice. */
export interface Authenticator {
  next(): string;
}

export function authenticatorOf(secret: string): Authenticator {
  let lastStep = 0;
  return {
    next() {
      // The server takes the codes of one step before and after the present one (RFC 6238, section 5.2).
      const earliest = Math.floor((Date.now() + marginMilliseconds) / stepMilliseconds) - 1;
      lastStep = Math.max(earliest, lastStep + 1);
      if (lastStep > Math.floor(Date.now() / stepMilliseconds) + 1) throw new Error("Too many codes for one test.");
      return codeOf(secret, lastStep);
    },
  };
}

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, now: Date): string =>
  codeOf(secret, Math.floor(now.getTime() / stepMilliseconds));

/** The code that an authenticator app shows at a moment, after it has scanned the URI of an enrolment. */
export const codeOfUri = (totpUri: string, now: Date): string =>
  codeAt(new URL(totpUri).searchParams.get("secret") ?? "", now);

/** RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
