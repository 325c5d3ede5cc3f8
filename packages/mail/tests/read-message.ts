export interface Part {
  /** By name in lower case; a repeated header's values are joined by a line break. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded; of a multipart message: raw. */
  readonly body: string;
}

/** Reads headers and body of a message or a message part (RFC 5322, quoted-printable of RFC 2045). */
export function readMessage(raw: string): Part {
  const end = raw.indexOf("\r\n\r\n");
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}\n${value}`);
  }
  const body = raw.slice(end + 4);
  const isQuoted = headers.get("content-transfer-encoding") === "quoted-printable";
  return { headers, body: (isQuoted ? decodeQuoted(body) : body).replace(/\r\n/g, "\n") };
}

/** The parts of a multipart message. */
export function readParts({ headers, body }: Part): readonly Part[] {
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  if (!boundary) return [];
  const [, ...parts] = body.split(`--${boundary}`);
  return parts.slice(0, -1).map((part) => readMessage(part.trimStart().replace(/\n/g, "\r\n")));
}

function decodeQuoted(text: string): string {
  const joined = text.replace(/=\r\n/g, "");
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
