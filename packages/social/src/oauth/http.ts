/** How providers are reached: never through a redirect, never for long, never for much. */
export interface Net {
  /** A `fetch` that answers with the whole body read, or throws. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** Who asks, where a provider wants no other name: some refuse those that do not say. */
export const userAgent = "keyhold";

/** No answer of a provider that anybody needs is larger. */
const maxResponseBytes = 262_144;

/** `given`: undefined for the platform's. */
export function createNet(given: typeof globalThis.fetch | undefined, timeoutSeconds: number): Net {
  return {
    async fetch(url, init = {}) {
      // Looked up at each call, so that whoever replaces the platform's later is heard.
      const ask = given ?? globalThis.fetch;
      const { host, href } = new URL(url);
      if (!isReachable(href)) throw new Error(`${host} is not asked without TLS.`);
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

/** Whether it is a URL that is asked: with TLS, or on this very machine. */
export function isReachable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && isLoopback(url));
}

/** This very machine, where a provider that is being tried out may do without TLS. */
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

/** The body is here as a whole and unpacked: what said otherwise is left out. */
function copyHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return headers;
}

/** JSON of an answer, which may be labelled as anything. Throws when it is none, and shows nothing of it. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`It answered ${response.status} with something that is no JSON.`);
  }
}
