import { type ClientAuth, ClientSecretPost, None } from "oauth4webapi";
import type { ProviderOptions } from "../provider.js";
import type { Connection } from "./connection.js";

/** The client of a request, for the library. */
export const clientOf = ({ clientId }: Connection): { client_id: string } => ({ client_id: clientId });

/** How the client authenticates at the provider (RFC 6749, section 2.3.1). */
export async function authenticate(connection: Connection): Promise<ClientAuth> {
  const { declaration, options } = connection.provider;
  const secret = await secretOf(options, connection);
  const way = declaration.clientAuthentication ?? connection.server.clientAuthentication ?? "post";
  const prove = chooseProof(way, secret);
  const { clientIdParameter } = declaration;
  if (clientIdParameter === undefined) return prove;
  return async (as, client, body, headers) => {
    await prove(as, client, body, headers);
    body.delete("client_id");
    body.set(clientIdParameter, client.client_id);
  };
}

async function secretOf({ clientSecret }: ProviderOptions, { now, clientId }: Connection): Promise<string | null> {
  const secret = typeof clientSecret === "function" ? await clientSecret(now, clientId) : clientSecret;
  return secret === undefined || secret === "" ? null : secret;
}

function chooseProof(way: "post" | "basic", secret: string | null): ClientAuth {
  if (secret === null) return None();
  return way === "basic" ? basicCredentials(secret) : ClientSecretPost(secret);
}

/**
 * RFC 6749, section 2.3.1. The library also escapes "-", "." and "_", which are common in ids and secrets. Form
 * encoding does not, and some providers do not decode them.
 */
const basicCredentials =
  (secret: string): ClientAuth =>
  (_server, client, _body, headers) => {
    headers.set("authorization", `Basic ${btoa(`${formEncode(client.client_id)}:${formEncode(secret)}`)}`);
  };

const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
