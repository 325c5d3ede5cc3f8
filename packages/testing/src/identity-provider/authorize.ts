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
  const isWanted = ([name, value]: readonly [string, string]): boolean => query.get(name) === value;
  const wrong =
    Object.entries(wanted).find((entry) => !isWanted(entry))?.[0] ??
    secrets.find((name) => query.has(name)) ??
    (isWebAddress(query.get("redirect_uri")) ? null : "redirect_uri") ??
    challengeProblem(dialect, query);
  if (wrong !== null) throw new Refusal(400, `invalid_request: ${wrong}`);
}

/** They belong into the body of a token request: a URL is written to logs and histories. */
export const secrets = ["client_secret", "code_verifier"] as const;

function isWebAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The name of the parameter that is wrong with the challenge (RFC 7636, section 4.3), or null. */
function challengeProblem({ pkce }: Dialect, query: URLSearchParams): string | null {
  const challenge = query.get("code_challenge");
  if (challenge === null) return pkce === "required" ? "code_challenge" : null;
  if (!/^[\w-]{43}$/.test(challenge)) return "code_challenge";
  return query.get("code_challenge_method") === "S256" ? null : "code_challenge_method";
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
      authorization: query,
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
  if (dialect.callbackIssuer !== undefined) parameters.set("iss", dialect.callbackIssuer);
  if (state !== null) parameters.set("state", state);
  callback?.(parameters);
  return { redirectUri, parameters, mode: dialect.responseMode ?? "query" };
}

/** Whoever the page was answered for: the one who was chosen, or somebody who was typed in. */
export function readPerson({ sample, people = [sample] }: Dialect, form: URLSearchParams): Person {
  const whole = form.get("person");
  if (whole !== null) return JSON.parse(whole) as Person;
  const chosen = people.find(({ subject }) => subject === form.get("subject"));
  if (chosen) return chosen;
  const email = form.get("email");
  if (!email) throw new Refusal(400, "invalid_request: nobody was chosen");
  return {
    subject: subjectOf(email),
    email,
    emailVerified: form.get("email_verified") === "true",
    name: form.get("name") ?? "",
    picture: null,
  };
}

/** The same address is the same person. Digits only, and few enough for a number in JSON: some providers count people. */
const subjectOf = (email: string): string =>
  String(Number.parseInt(createHash("sha256").update(email).digest("hex").slice(0, 12), 16));
