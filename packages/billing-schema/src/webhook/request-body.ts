export type ReadBody =
  | { readonly outcome: "read"; readonly bytes: Uint8Array }
  | { readonly outcome: "too large" }
  /** The body was read before, or the connection broke. */
  | { readonly outcome: "unreadable" };

/** The raw body. Reads no more bytes than allowed, even if `Content-Length` is wrong. */
export async function readBody(request: Request, maxBytes: number): Promise<ReadBody> {
  if (Number(request.headers.get("content-length")) > maxBytes) return { outcome: "too large" };
  if (request.bodyUsed) return { outcome: "unreadable" };
  try {
    return await readAtMost(request.body, maxBytes);
  } catch {
    return { outcome: "unreadable" };
  }
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    // A handmade `Request` may stream values of any type.
    if (!ArrayBuffer.isView(part.value)) return { outcome: "unreadable" };
    length += part.value.byteLength;
    if (length > maxBytes) {
      // Not awaited: an endless sender must not delay the answer.
      void reader?.cancel().catch(() => undefined);
      return { outcome: "too large" };
    }
    chunks.push(part.value);
  }
  return { outcome: "read", bytes: joined(chunks, length) };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
