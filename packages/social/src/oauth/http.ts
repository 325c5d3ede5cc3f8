/** Requests to providers: without redirects, with a timeout and a maximum response size. */
export interface Net {
  /** A `fetch` that reads the whole body before the answer. Throws after the timeout or above the size limit. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** The default `User-Agent`: some providers reject requests without a `User-Agent`. */
export const userAgent = "keyhold";

/** The maximum size of a provider's response. */
const maxResponseBytes = 262_144;

/** `given`: undefined for the platform's `fetch`. */
export function createNet(given: typeof globalThis.fetch | null, timeoutSeconds: number): Net {
  return {
    async fetch(url, init = {}) {
      // Read at each call: the app may replace the platform's `fetch` later.
      const ask = given ?? globalThis.fetch;
      const { host, href } = new URL(url);
      if (!isReachable(href)) throw new Error(`${host} needs an https URL: requests without TLS are not sent.`);
      const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
      const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
      const response = await ask(url, { ...init, redirect: "manual", signal });
      if (response.status === 0 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel();
        throw new Error(`${host} answered with a redirect, which is not followed.`);
      }
      const body = await readCapped(response, host);
      return new Response(body, { status: response.status, headers: copyHeaders(response.headers) });
    },
  };
}

/** Whether a URL may be requested: with TLS, or on this machine. */
export function isReachable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isLoopback(url));
}

/** This machine: a provider in development may run there without TLS. */
export function isLoopback(url: string | URL): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}

async function readCapped(response: Response, host: string): Promise<Blob | null> {
  if (!response.body) return null;
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    length += value.length;
    if (length > maxResponseBytes) {
      await reader.cancel();
      throw new Error(`${host} answered with more than ${maxResponseBytes} bytes.`);
    }
    chunks.push(value);
  }
}

/** The body is already decompressed, so the headers about encoding and length are removed. */
function copyHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return headers;
}

/**
 * Parses a response as JSON, regardless of its content type. Throws for invalid JSON, without the text in the message.
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`It answered ${response.status} with invalid JSON.`);
  }
}

/** Likewise, and an `application/x-www-form-urlencoded` response as an object of texts. */
export async function readJsonOrForm(response: Response): Promise<unknown> {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "");
  const form = isForm ? new URLSearchParams(await response.clone().text()) : null;
  return readJson(response).catch((cause: unknown) => {
    if (form === null) throw cause;
    return Object.fromEntries(form);
  });
}
