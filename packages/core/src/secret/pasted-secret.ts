import { randomText } from "./random.js";

/** The parts of a secret that a person pastes: `<prefix>_<id><secret><check>`. */
export interface PastedSecret {
  /** Lower-case letters, digits and "_", 2 to 20 characters: says what the secret is for, e.g. "acme_live". */
  readonly prefix: string;
  /** 10 characters base62, not secret: the row is found by it. */
  readonly id: string;
  /** 43 characters base62, 256 bits: stored only as its SHA-256. */
  readonly secret: string;
}

const prefixForm = /^[a-z0-9_]{2,20}$/;
const form = /^([a-z0-9_]{2,20})_([A-Za-z0-9]{10})([A-Za-z0-9]{43})([A-Za-z0-9]{6})$/;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 10;
const secretLength = 43;
const checkLength = 6;

/** Whether a text can be the prefix of a pasted secret. */
export const isSecretPrefix = (text: string): boolean => prefixForm.test(text);

/**
 * Makes a secret that people paste. `id`: of a secret that the new secret replaces, or an id of the caller's choice.
 *
 * @example const { text, id, secret } = makePastedSecret("acme_live");
 */
export function makePastedSecret(
  prefix: string,
  id: string = randomText(idLength),
): PastedSecret & { readonly text: string } {
  const secret = randomText(secretLength);
  const body = `${prefix}_${id}${secret}`;
  return { prefix, id, secret, text: body + checkOf(body) };
}

/** The parts of a pasted secret; null for every other text, also if a character of the secret was changed. */
export function readPastedSecret(text: string): PastedSecret | null {
  const [, prefix, id, secret, check] = form.exec(text) ?? [];
  if (prefix === undefined || id === undefined || secret === undefined) return null;
  return check === checkOf(text.slice(0, -checkLength)) ? { prefix, id, secret } : null;
}

/**
 * Whether a text is a key in the format of this library: the check digits are right. No database is asked, so a scanner
 * of code or logs can use it.
 *
 * @example looksLikeKey(line.trim())
 */
export const looksLikeKey = (text: string): boolean => readPastedSecret(text) !== null;

/** The remainders of all bytes. Bit by bit, the check digits cost more than the hash of the secret. */
const remainders: Int32Array = /* @__PURE__ */ Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** CRC-32 (ISO 3309, the polynomial of zip) in base62: finds typing errors, and is no secret. `text`: ASCII. */
function checkOf(text: string): string {
  let crc = -1;
  for (let index = 0; index < text.length; index += 1)
    crc = (crc >>> 8) ^ (remainders[(crc ^ text.charCodeAt(index)) & 255] as number);
  let rest = ~crc >>> 0;
  let digits = "";
  for (let place = 0; place < checkLength; place += 1) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
