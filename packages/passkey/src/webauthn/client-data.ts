import { fromBase64 } from "./base64.js";
import type { RelyingParty } from "./relying-party.js";

/** What a browser says of a ceremony (WebAuthn, section 5.8.1), as far as checked here. */
export interface ClientData {
  /** The ceremony. */
  readonly type: "webauthn.create" | "webauthn.get";
  readonly challenge: string;
  /** The origin of the page, or of the native app. */
  readonly origin: string;
  /** Whether the page was in a frame of a page of another origin. */
  readonly crossOrigin: boolean;
  /** The origin of that page; null without such a page. */
  readonly topOrigin: string | null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The status of a token binding, in WebAuthn Level 2; later levels have none. */
const bindings: readonly unknown[] = ["present", "supported", "not-supported", "notSupported"];

/** The client data of a response; null if malformed, or of another ceremony. */
export function readClientData(clientDataJSON: string, type: ClientData["type"]): ClientData | null {
  try {
    const data: unknown = JSON.parse(utf8.decode(fromBase64(clientDataJSON) ?? new Uint8Array()));
    if (typeof data !== "object" || data === null) return null;
    const { challenge, origin, crossOrigin = false, topOrigin = null, ...others } = data as Partial<ClientData>;
    if (typeof challenge !== "string" || typeof origin !== "string" || typeof crossOrigin !== "boolean") return null;
    if (others.type !== type || (topOrigin !== null && typeof topOrigin !== "string")) return null;
    const { tokenBinding } = others as { readonly tokenBinding?: { readonly status?: unknown } };
    return tokenBinding && !bindings.includes(tokenBinding.status)
      ? null
      : { type, challenge, origin, crossOrigin, topOrigin };
  } catch {
    return null;
  }
}

/** Whether the ceremony ran in a top-level page, or in a frame of a page that the options allow. */
export function isAllowedFrame(
  { crossOrigin, topOrigin }: ClientData,
  { topOrigins }: Pick<RelyingParty, "topOrigins">,
): boolean {
  if (topOrigin !== null) return crossOrigin && topOrigins.includes(topOrigin);
  return !crossOrigin;
}
