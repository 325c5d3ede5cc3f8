import type { HeaderLookup } from "../../http/incoming-request.js";

/** A credential in a header of a request. */
export interface PresentedCredential {
  /** The text without the scheme, at most 8,192 characters. */
  readonly text: string;
  /** The header `x-api-key`, which contains keys only. */
  readonly isKeyHeader: boolean;
}

const maxLength = 8192;
const bearer = /^bearer(?:\s+|$)/i;

/**
 * The different credentials in `Authorization: Bearer` and `x-api-key`. A header that a client sends twice arrives as a
 * list with commas. A text that is too long is no credential, and is not compared.
 */
export function presentedCredentials(headers: HeaderLookup): readonly PresentedCredential[] {
  const found = new Map<string, PresentedCredential>();
  const note = (text: string, isKeyHeader: boolean): void => {
    if (!found.has(text)) found.set(text, { text, isKeyHeader });
  };
  for (const text of valuesIn(headers.get("x-api-key"))) note(text, true);
  for (const value of valuesIn(headers.get("authorization")))
    if (bearer.test(value)) note(value.replace(bearer, ""), false);
  return [...found.values()];
}

function valuesIn(header: string | null): readonly string[] {
  if (header === null) return [];
  return header.length > maxLength ? [""] : header.split(",").map((value) => value.trim());
}
