import type { User } from "@keyhold/core";
import { isKnownAsker, readerOf } from "@keyhold/core/mailbox";
import { type Caller, type Context, mayEmail, userModel, withQuery } from "@keyhold/core/plugin";
import { knownBrowserId } from "@keyhold/core/session";
import { sendVerification } from "@keyhold/core/users";
import { type LinkMetadata, sendLink, sendUnknownAddress } from "../emails.js";
import type { MagicLinkOptions } from "../options.js";
import { type IssuedSecrets, issueLink } from "./links.js";

/** Where a browser goes after a link. */
export interface Targets {
  readonly callbackURL?: string | undefined;
  /** Of a new user. Default: `callbackURL`. */
  readonly newUserCallbackURL?: string | undefined;
  /** After an error. Default: `callbackURL`. */
  readonly errorCallbackURL?: string | undefined;
}

/** The request of a browser for a link. */
export interface LinkRequest {
  readonly email: string;
  readonly name: string | undefined;
  /** The app's columns of a new user as JSON. */
  readonly columns: string;
  readonly isRemembered: boolean;
  readonly metadata: LinkMetadata;
  readonly targets: Targets;
  /** The fingerprint of the challenge of the browser. */
  readonly challenge: string;
  readonly caller: Caller;
}

/**
 * Sends a link to an address. The work before the answer does not depend on the address: what is sent is decided after
 * the answer.
 */
export async function requestLink(ctx: Context, options: MagicLinkOptions, request: LinkRequest): Promise<void> {
  const { email, name = "", columns, isRemembered, challenge, caller } = request;
  const user = await ctx.db.find(userModel, { email });
  const browserId = knownBrowserId(ctx, caller, user?.id ?? email);
  // A browser that has signed in to the account has a budget of its own, which an attacker does not use up.
  const budget = browserId === null ? email : `${email} ${browserId}`;
  const isSent = user !== null || !options.disableSignUp || options.unknownAddress === "email";
  if (!(await mayEmail(ctx, "magic-link.sign-in", budget, isSent))) return;
  const { ipAddress } = caller;
  const link = { to: email, userId: user?.id ?? null, challenge, name, columns, isRemembered, ipAddress };
  const isKnown = await isKnownAsker(ctx, user, caller);
  const secrets = await issueLink(ctx, link, { ...options, isKnown });
  if (secrets === null) return;
  ctx.afterAnswer("Sending a link to sign in", () => deliver(ctx, options, { ...request, ...secrets, user }));
}

interface IssuedLink extends LinkRequest, IssuedSecrets {
  readonly user: User | null;
}

async function deliver(ctx: Context, options: MagicLinkOptions, issued: IssuedLink): Promise<void> {
  const { email, token, code, targets, name, isRemembered, metadata } = issued;
  const reader = await readerOf(ctx, email, issued.user);
  // A held address signs in instead of the new address, which is to be verified first.
  if (reader.kind === "unconfirmed") return sendVerification(ctx, reader.user, { ...targets, isRemembered });
  const { expiresInSeconds } = options;
  const url = linkOf(ctx, token, targets);
  const sent = { to: email, user: reader.user, name, url, token, code, expiresInSeconds, metadata };
  if (reader.kind === "owner" || (reader.kind === "nobody" && !options.disableSignUp)) return sendLink(ctx, sent);
  if (options.unknownAddress === "email") sendUnknownAddress(ctx, email);
}

/** The URL of the app: where a browser goes without a `callbackURL`. */
export const homeOf = ({ settings }: Pick<Context, "settings">): string => `${settings.appUrl}/`;

/** The URL in the email. Without a `callbackURL` the browser goes to the app. */
function linkOf(ctx: Pick<Context, "settings">, token: string, { callbackURL, ...others }: Targets): string {
  const given = Object.entries(others).flatMap(([name, url]) => (url === undefined ? [] : [[name, url] as const]));
  const query = { token, callbackURL: callbackURL ?? homeOf(ctx), ...Object.fromEntries(given) };
  return withQuery(ctx.settings, `${ctx.settings.publicPath}/magic-link/verify`, query);
}
