/** A `Set-Cookie` line, parsed by RFC 6265bis, section 5.6. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number | null;
  readonly expires: Date | null;
  /** Lower case, without a leading dot; null without the attribute. */
  readonly domain: string | null;
  /** Null without a path that begins with a slash. */
  readonly path: string | null;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite: "strict" | "lax" | "none" | null;
}

/** Control characters other than the tab. */
const isControl = (character: string): boolean => (character < " " && character !== "\t") || character === "\u007f";
const maxPairLength = 4096;
const maxAttributeLength = 1024;

/** Null if a browser would ignore the line. */
export function readSetCookie(line: string): SetCookie | null {
  if ([...line].some(isControl)) return null;
  const [pair = "", ...parts] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  const value = pair.slice(equals + 1).trim();
  if (equals === -1 || name === "") return null;
  if (new TextEncoder().encode(name + value).length > maxPairLength) return null;

  const attributes = readAttributes(parts);
  const path = attributes.get("path") ?? "";
  return {
    name,
    value,
    maxAgeSeconds: readMaxAge(attributes.get("max-age")),
    expires: readExpires(attributes.get("expires")),
    domain: attributes.get("domain")?.replace(/^\./, "").toLowerCase() || null,
    path: path.startsWith("/") ? path : null,
    isSecure: attributes.has("secure"),
    isHttpOnly: attributes.has("httponly"),
    sameSite: readSameSite(attributes.get("samesite")),
  };
}

/** Of two attributes with the same name, the last counts. */
function readAttributes(parts: readonly string[]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals === -1 ? "" : part.slice(equals + 1).trim();
    if (value.length <= maxAttributeLength) attributes.set(name, value);
  }
  return attributes;
}

function readMaxAge(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d+$/.test(text)) return null;
  return Math.max(Number(text), 0);
}

function readExpires(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function readSameSite(text: string | undefined): SetCookie["sameSite"] {
  const lower = text?.toLowerCase();
  return lower === "strict" || lower === "lax" || lower === "none" ? lower : null;
}
