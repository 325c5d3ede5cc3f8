import { type Dialect, ProviderError } from "./dialect.js";
import type { Registration } from "./grants.js";

export interface TokenRequest {
  readonly form: URLSearchParams;
  readonly headers: Headers;
  readonly now: Date;
}

/** RFC 6749, section 2.3.1: accepts only the provider's way of client authentication. Answers the client's id. */
export async function authenticate(
  dialect: Dialect,
  { clientId, clientSecret }: Registration,
  { form, headers, now }: TokenRequest,
): Promise<string> {
  const isBasic = dialect.clientAuthentication === "basic";
  const isOtherWay = isBasic ? form.has("client_secret") : headers.has("authorization");
  if (isOtherWay) throw new ProviderError(401, "invalid_client");
  const given = isBasic ? readBasic(dialect, headers) : readPosted(dialect, form);
  const isRight = dialect.isSecret
    ? await dialect.isSecret(given.secret, given.id, now)
    : given.id === clientId && given.secret === clientSecret;
  // A key of a team at Apple is the key of each client id of the team.
  if (!isRight || (given.id !== clientId && !dialect.isSecret)) throw new ProviderError(401, "invalid_client");
  return given.id;
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

function readBasic({ decodesBasic = true }: Dialect, headers: Headers): Credentials {
  const encoded = /^Basic (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return decodesBasic ? { id: decodeForm(id), secret: decodeForm(secret) } : { id, secret };
}

const decodeForm = (text: string): string => new URLSearchParams(`=${text}`).get("") ?? "";

function readPosted({ clientIdParameter = "client_id" }: Dialect, form: URLSearchParams): Credentials {
  return { id: form.get(clientIdParameter) ?? "", secret: form.get("client_secret") ?? "" };
}
