import type { ClientSecret, ProviderDeclaration, ProviderOptions } from "./provider.js";

/** Whether the environment did not give a value. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

const isInvisible = /[\p{Cc}\p{Cf}]/u;

/**
 * Config errors of a text from the environment, e.g. a client id. An absent or empty text is told apart: a build has no
 * environment. The sentence never has the value.
 */
export function textErrors(name: string, value: unknown): readonly string[] {
  if (isAbsent(value)) return [];
  if (typeof value !== "string") return [`${name} must be a text`];
  if (value.trim() === "") return [`${name} has blanks only`];
  if (value !== value.trim()) return [`${name} begins or ends with a blank or a line end: remove it`];
  return isInvisible.test(value) ? [`${name} has an invisible character, e.g. a line end or a tab`] : [];
}

/** Config errors of the client id or ids, and of the secret. */
export const clientErrors = ({
  clientId,
  clientSecret,
}: Pick<ProviderOptions, "clientId"> & { readonly clientSecret?: ClientSecret | undefined }): readonly string[] => [
  ...(Array.isArray(clientId) ? [...new Set(clientId.flatMap(idInList))] : textErrors("clientId", clientId)),
  ...(typeof clientSecret === "function" ? [] : textErrors("clientSecret", clientSecret)),
];

const idInList = (id: unknown): readonly string[] => textErrors("clientId", id ?? "");

/** A provider without the endpoint would keep the tokens valid, which the app does not expect. */
export function revocationErrors<Profile>(
  { server }: Pick<ProviderDeclaration<Profile>, "server">,
  { revocation = null }: Pick<ProviderOptions, "revocation">,
): readonly string[] {
  if (revocation === null) return [];
  if (typeof revocation !== "object" || revocation.kind === undefined)
    return ["revocation must be `tokenRevocation` of @keyhold/social/revocation"];
  const isKnown = "discover" in server || server.revocationEndpoint !== undefined;
  return isKnown ? [] : ["revocation: the provider has no endpoint that revokes tokens"];
}

/** A required nonce that the provider's ID tokens cannot have would reject each ID token. */
export function nonceErrors<Profile>(
  { idToken }: Pick<ProviderDeclaration<Profile>, "idToken">,
  { requireNonce = false }: Pick<ProviderOptions, "requireNonce">,
): readonly string[] {
  if (typeof requireNonce !== "boolean") return ["requireNonce must be true or false"];
  const hasNonce = idToken !== undefined && idToken.nonce !== "none";
  return requireNonce && !hasNonce ? ["requireNonce: the provider has no ID tokens with a nonce"] : [];
}
