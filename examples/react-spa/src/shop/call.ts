import { onStepUp } from "../auth-client.ts";

/** Why a route of the shop did not answer with data. */
export type ShopError = "no connection" | "signed out" | "not a member" | "failed";

/** The answer of a route: data with its tag, "same" if the tag that was sent is current, or a error. */
export type ShopAnswer<Data> =
  | { readonly kind: "data"; readonly data: Data; readonly tag: string | null }
  | { readonly kind: "same" }
  | { readonly kind: "error"; readonly error: ShopError };

interface CallOptions {
  readonly method?: "GET" | "POST";
  /** The tag of the data that the page has. */
  readonly tag?: string | null;
  readonly signal?: AbortSignal;
  /** The user has given the proof that the first call has asked for. */
  readonly isAgain?: boolean;
}

export async function callShop<Data>(path: string, options: CallOptions = {}): Promise<ShopAnswer<Data>> {
  const { method = "GET", tag, signal, isAgain = false } = options;
  const headers: Record<string, string> = tag ? { "if-none-match": tag } : {};
  try {
    const response = await fetch(path, { method, headers, cache: "no-store", signal: signal ?? null });
    if (response.status === 304) return { kind: "same" };
    if (response.status === 403 && method === "POST" && !isAgain && (await hasSteppedUp(response)))
      return await callShop(path, { ...options, isAgain: true });
    if (!response.ok) return { kind: "error", error: errorOf(response.status) };
    return { kind: "data", data: await response.json(), tag: response.headers.get("etag") };
  } catch {
    return { kind: "error", error: "no connection" };
  }
}

/** Asks the user for a newer proof, if that is why the call was rejected. */
async function hasSteppedUp(response: Response): Promise<boolean> {
  const { stepUp } = await response.clone().json();
  return Boolean(stepUp) && onStepUp(stepUp);
}

function errorOf(status: number): ShopError {
  if (status === 401) return "signed out";
  return status === 403 ? "not a member" : "failed";
}
