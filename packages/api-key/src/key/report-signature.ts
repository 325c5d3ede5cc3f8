/** How old, or how early by the clock of the sender, a signed report may be. */
const toleranceSeconds = 300;
const maxSignatures = 16;

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
  const [text, algorithm] = [new TextEncoder(), { name: "HMAC", hash: "SHA-256" }];
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["verify"]);
  const head = text.encode(`${id}.${time}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  for (const entry of list.split(" ", maxSignatures)) {
    const [, base64 = ""] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
    if (base64 === "") continue;
    const signature = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // Compares in constant time.
    if (await crypto.subtle.verify("HMAC", key, signature, content)) return true;
  }
  return false;
}
