/** How old, or how early by the clock of the sender, a signed report may be. */
const toleranceSeconds = 300;
const maxSignatures = 16;

const text = new TextEncoder();

/** Senders use a secret as it is, or decode the base64 after "whsec_". */
function* keysOf(secret: string): Iterable<Uint8Array<ArrayBuffer>> {
  yield text.encode(secret);
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (base64 !== "" && base64.length % 4 === 0) yield bytesOf(base64);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A signed report as received. */
interface SignedReport {
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array;
}

/**
 * Whether a report has a signature of the secret (Standard Webhooks): `webhook-signature` is `v1,` and the HMAC-SHA256 in
 * base64 of `<webhook-id>.<webhook-timestamp>.<body>`, or several of them with spaces. The time is in seconds, at most
 * five minutes off.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function isSigned({ headers, body }: SignedReport, secret: string, now: Date): Promise<boolean> {
  const [id, time, list] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`) ?? "");
  if (!id || !time || !list || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  const head = text.encode(`${id}.${time}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const signatures = list.split(" ", maxSignatures).flatMap((entry) => {
    const [, base64 = ""] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
    return base64 === "" ? [] : [bytesOf(base64)];
  });
  for (const bytes of keysOf(secret)) {
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    // Compares in constant time.
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, content)) return true;
  }
  return false;
}
