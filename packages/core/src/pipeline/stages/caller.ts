import type { Caller, Context } from "../../contract/context.js";
import { isCrossSite } from "../../contract/cross-site.js";
import { commonError } from "../../contract/errors.js";
import { describeConnection } from "../../http/caller.js";
import type { TrustedOrigins } from "../../http/trusted-origins.js";
import { clientTurn } from "../../password/turn.js";
import { type Credentials, noCredentials, readCredentials } from "../../session/credentials.js";
import type { IncomingCall } from "../incoming-call.js";

/**
 * Identifies the caller. A cross-site post has no credentials, although a form of a sibling subdomain sends the
 * cookies.
 */
export function identifyCaller(
  ctx: Context,
  { route: { endpoint }, headers, source = headers, connection, checks }: IncomingCall,
  trustedOrigins: TrustedOrigins,
): Caller {
  const hasNoCredentials = endpoint.isMachine || (checks.origin && isCrossSite(endpoint));
  // A program keeps no cookies, as a client in token mode.
  const credentials = hasNoCredentials
    ? { ...noCredentials, isBearer: endpoint.isMachine }
    : readCredentials(ctx, headers);
  checkClient(ctx, credentials);
  const client = describeConnection(headers, connection, ctx.settings.clientAddress);
  const { ipAddress } = client;
  return {
    ...client,
    ...credentials,
    headers,
    source,
    trustedOrigins,
    hashTurn: endpoint.hashes ? clientTurn(ctx.settings, { ipAddress, isServerCall: !checks.rateLimit }) : null,
  };
}

/**
 * Throws 400 for an app that the config does not name: the sessions of that app would end earlier than the app expects.
 */
function checkClient({ settings }: Context, { clientId }: Credentials): void {
  const { bearer } = settings.session;
  if (clientId !== null && !(bearer && Object.hasOwn(bearer.clients, clientId))) throw commonError("UNKNOWN_CLIENT");
}
