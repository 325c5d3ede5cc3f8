/** A number above 0. Throws a TypeError with the name otherwise. */
export function positive(name: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new TypeError(`${name}: not a number above 0.`);
}

/** A token that a header can carry. Throws a TypeError with the name otherwise. */
export function token(name: string, value: string | undefined): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(`${name}: empty, or not a token; is its environment variable set?`);
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** The address of an API, to which the token is sent: over https, or on this machine. */
export function checkedBase(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && loopback.includes(url.hostname));
  if (!url || !isSafe) throw new TypeError("baseURL: not an https address, or http on this machine.");
  return url.href.replace(/\/+$/, "");
}
