/** An auth with `passkey()`. */
export interface AuthWithPasskeys {
  readonly api: { relatedOrigins(): Promise<{ readonly origins: readonly string[] }> };
}

/**
 * Makes the handler of `GET /.well-known/webauthn`, for passkeys that several domains share (WebAuthn Level 3, section
 * 5.11.1). Mount the handler at the domain `rpId`.
 *
 * @param auth the auth with `passkey({ rpId, origins })`
 * @returns a function that answers with the origins as JSON
 * @example export const GET = relatedOriginsHandler(auth); // app/.well-known/webauthn/route.ts
 */
export const relatedOriginsHandler =
  ({ api }: AuthWithPasskeys): (() => Promise<Response>) =>
  async () =>
    Response.json(await api.relatedOrigins(), { headers: { "cache-control": "public, max-age=3600" } });
