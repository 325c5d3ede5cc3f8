import { FlowError } from "../flow/error.js";
import type { Connection } from "../oauth/connection.js";
import { readJson, userAgent } from "../oauth/http.js";
import { reasonOf } from "../oauth/reason.js";
import type { GivenIdentity, ProfileSource } from "../provider.js";
import { parseIdentity } from "./identity.js";
import type { ProviderUser } from "./provider-user.js";

type Known = Pick<ProfileSource, "claims" | "idToken" | "accessToken" | "tokenAnswer" | "callback">;

type Person = Pick<ProviderUser, "identity" | "profile">;

/**
 * Loads the profile and the identity of a user, with and without the name that a browser or an app has sent. Throws
 * `FlowError`: unable_to_get_user_info.
 */
export async function readPerson(
  connection: Connection,
  known: Known,
): Promise<Pick<ProviderUser, keyof Person | "proven">> {
  const person = await read(connection, known);
  const isNamed = connection.provider.declaration.hasNativeSignIn && known.callback.user !== undefined;
  return { ...person, proven: isNamed ? await read(connection, { ...known, callback: {} }) : person };
}

async function read(connection: Connection, known: Known): Promise<Person> {
  const { name } = connection.provider.declaration;
  const { profile, given } = await loadProfile(connection, known);
  if (!given) throw new FlowError("unable_to_get_user_info", `This user of ${name} is not allowed to sign in.`);
  const identity = parseIdentity(given, known.claims !== null);
  if (!identity) throw new FlowError("unable_to_get_user_info", `The profile of ${name} has no id of the user.`);
  if (known.claims && known.claims.sub !== identity.subject) {
    throw new FlowError("unable_to_get_user_info", `The ID token and the profile of ${name} are of two users.`);
  }
  return { identity, profile };
}

/** A profile is unvalidated: reading the identity may throw, as loading may. */
async function loadProfile(
  connection: Connection,
  known: Known,
): Promise<{ readonly profile: unknown; readonly given: GivenIdentity | null }> {
  const { provider, server } = connection;
  const { declaration } = provider;
  const fetchJson = fetchJsonOf(connection, known.accessToken);
  const source: ProfileSource = { ...known, clientId: connection.clientId, server, fetchJson };
  try {
    const profile = declaration.loadProfile ? await declaration.loadProfile(source) : source.claims;
    if (typeof profile !== "object" || profile === null) throw new Error("there is no profile.");
    return { profile, given: declaration.readIdentity(profile) };
  } catch (cause) {
    const explanation = `The profile of ${declaration.name} could not be loaded: ${reasonOf(cause)}`;
    throw new FlowError("unable_to_get_user_info", explanation, { cause });
  }
}

const fetchJsonOf =
  ({ net, provider }: Connection, accessToken: string | null): ProfileSource["fetchJson"] =>
  async (url, { method = "GET", headers = {}, form, json, absentStatuses = [] } = {}) => {
    const response = await net.fetch(url, {
      method: form || json !== undefined ? "POST" : method,
      headers: {
        accept: "application/json",
        "user-agent": provider.declaration.userAgent ?? userAgent,
        // RFC 6750, section 2: a request must not send the token in two ways.
        ...(accessToken !== null && !form?.access_token && { authorization: `Bearer ${accessToken}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    });
    if (absentStatuses.includes(response.status)) return undefined;
    if (response.status !== 200) throw new Error(`${new URL(url).host} answered ${response.status}.`);
    return readJson(response);
  };
