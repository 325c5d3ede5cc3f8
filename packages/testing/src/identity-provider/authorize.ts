import { createHash } from "node:crypto";
import { type Dialect, type Person, ProviderError } from "./dialect.js";
import type { Faults } from "./faults.js";
import type { Grants } from "./grants.js";

/** The redirect after the decision. */
export interface Return {
  readonly redirectUri: string;
  readonly parameters: URLSearchParams;
  readonly mode: "query" | "form_post";
}

/**
 * Checks the parameters that a provider requires. Throws `ProviderError`: the page shows the error, without a redirect.
 */
export function checkAuthorization(dialect: Dialect, query: URLSearchParams, clientId: string): void {
  const wanted: Readonly<Record<string, string>> = {
    response_type: "code",
    [dialect.clientIdParameter ?? "client_id"]: clientId,
    ...dialect.authorizationParameters,
  };
  const isWanted = ([name, value]: readonly [string, string]): boolean => query.get(name) === value;
  const wrong =
    Object.entries(wanted).find((entry) => !isWanted(entry))?.[0] ??
    secrets.find((name) => query.has(name)) ??
    (isWebAddress(query.get("redirect_uri")) ? null : "redirect_uri") ??
    challengeError(dialect, query);
  if (wrong !== null) throw new ProviderError(400, `invalid_request: ${wrong}`);
}

/** Must be in the body of a token request: URLs are logged and kept in histories. */
export const secrets = ["client_secret", "code_verifier"] as const;

function isWebAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The name of the invalid PKCE parameter (RFC 7636, section 4.3), or null. */
function challengeError({ pkce }: Dialect, query: URLSearchParams): string | null {
  const challenge = query.get("code_challenge");
  if (challenge === null) return pkce === "required" ? "code_challenge" : null;
  if (!/^[\w-]{43}$/.test(challenge)) return "code_challenge";
  return query.get("code_challenge_method") === "S256" ? null : "code_challenge_method";
}

export interface Answered {
  readonly query: URLSearchParams;
  readonly clientId: string;
  /** Null: the user denied access. */
  readonly person: Person | null;
  /** When the user last authenticated at the provider. */
  readonly authTime: Date;
  /** Whether the user consents to this app for the first time. */
  readonly isFirst: boolean;
}

/** Answers the redirect after the user's decision. */
export function answerAuthorization(
  dialect: Dialect,
  grants: Grants,
  { query, clientId, person, authTime, isFirst }: Answered,
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
      authorization: query,
      isOffline: dialect.refreshTokens !== "none" && (dialect.isOffline?.(query) ?? true),
      person,
      authTime,
    });
    parameters.set("code", code);
    for (const [name, value] of Object.entries(dialect.callbackParameters?.(person, isFirst) ?? {})) {
      parameters.set(name, value);
    }
  } else {
    parameters.set("error", "access_denied");
    parameters.set("error_description", "The user denied access.");
  }
  if (dialect.callbackIssuer !== undefined) parameters.set("iss", dialect.callbackIssuer);
  if (state !== null) parameters.set("state", state);
  callback?.(parameters);
  return { redirectUri, parameters, mode: dialect.responseMode ?? "query" };
}

/** The user of the submitted page: chosen, or with a typed name and email address. */
export function readPerson({ sample, people = [sample] }: Dialect, form: URLSearchParams): Person {
  const whole = form.get("person");
  if (whole !== null) return JSON.parse(whole) as Person;
  const chosen = people.find(({ subject }) => subject === form.get("subject"));
  if (chosen) return chosen;
  const email = form.get("email");
  if (!email) throw new ProviderError(400, "invalid_request: no user was chosen");
  return {
    subject: subjectOf(email),
    email,
    emailVerified: form.get("email_verified") === "true",
    name: form.get("name") ?? "",
    picture: null,
  };
}

/** The same email address is the same user. A short number, because some providers have numeric ids. */
const subjectOf = (email: string): string =>
  String(Number.parseInt(createHash("sha256").update(email).digest("hex").slice(0, 12), 16));
