import { createHash } from "node:crypto";
import { type Dialect, type Person, Refusal } from "./dialect.js";
import type { Faults } from "./faults.js";
import type { Grants } from "./grants.js";

/** Where the browser goes after somebody has answered, and with what. */
export interface Return {
  readonly redirectUri: string;
  readonly parameters: URLSearchParams;
  readonly mode: "query" | "form_post";
}

/** What a provider insists on before it asks anybody. Throws `Refusal`: it tells the person, and sends nobody back. */
export function checkAuthorization(dialect: Dialect, query: URLSearchParams, clientId: string): void {
  const wanted: Readonly<Record<string, string>> = {
    response_type: "code",
    [dialect.clientIdParameter ?? "client_id"]: clientId,
    ...dialect.authorizationParameters,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (query.get(name) !== value) throw new Refusal(400, `invalid_request: ${name}`);
  }
  if (!URL.canParse(query.get("redirect_uri") ?? "")) throw new Refusal(400, "invalid_request: redirect_uri");
  if (dialect.pkce === "required" && !query.get("code_challenge")) {
    throw new Refusal(400, "invalid_request: code_challenge");
  }
  if (query.has("code_challenge") && query.get("code_challenge_method") !== "S256") {
    throw new Refusal(400, "invalid_request: code_challenge_method");
  }
}

export interface Answered {
  readonly query: URLSearchParams;
  readonly clientId: string;
  /** Null: they said no. */
  readonly person: Person | null;
  /** The first time they come here for this app. */
  readonly isFirst: boolean;
}

/** Sends somebody back who has said yes or no. */
export function answerAuthorization(
  dialect: Dialect,
  grants: Grants,
  { query, clientId, person, isFirst }: Answered,
  { callback }: Faults,
): Return {
  const redirectUri = query.get("redirect_uri") ?? "";
  const state = query.get("state");
  const parameters = new URLSearchParams();
  if (person) {
    const isPkce = dialect.pkce !== "none";
    const code = grants.issueCode({
      dialect,
      clientId,
      redirectUri,
      scopes: (query.get("scope") ?? "").split(dialect.scopeSeparator ?? " ").filter((scope) => scope !== ""),
      challenge: isPkce ? query.get("code_challenge") : null,
      nonce: query.get("nonce"),
      isOffline: dialect.refreshTokens !== "none" && (dialect.isOffline?.(query) ?? true),
      person,
    });
    parameters.set("code", code);
    for (const [name, value] of Object.entries(dialect.callbackParameters?.(person, isFirst) ?? {})) {
      parameters.set(name, value);
    }
  } else {
    parameters.set("error", "access_denied");
    parameters.set("error_description", "The person said no.");
  }
  if (state !== null) parameters.set("state", state);
  callback?.(parameters);
  return { redirectUri, parameters, mode: dialect.responseMode ?? "query" };
}

/** Somebody who was typed in: the same address is the same person. */
export const strangerOf = (form: URLSearchParams): Person => {
  const email = form.get("email");
  return {
    subject: createHash("sha256")
      .update(email ?? "")
      .digest("hex")
      .slice(0, 20),
    email,
    emailVerified: form.get("email_verified") === "true",
    name: form.get("name") ?? "",
    picture: null,
  };
};
