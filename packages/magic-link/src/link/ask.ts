import { type Context, confirmPage, type Outcome, redirect, type StoredValue, withQuery } from "@keyhold/core/plugin";
import type { MagicLinkOptions } from "../options.js";
import type { Link } from "./links.js";
import type { Targets } from "./request.js";

/** "a•••@example.com": enough for the owner, and no address for other readers. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/**
 * The question to another browser than the browser that asked for the link: the page of the app, or a page with a button.
 * Neither uses the link up, so that mail scanners and previews do no harm.
 */
export function askUser(
  ctx: Context,
  { confirmPage: ownPage }: MagicLinkOptions,
  asked: { readonly link: StoredValue<Link>; readonly token: string; readonly targets: Targets },
): Outcome<never> {
  const { link, token, targets } = asked;
  const { callbackURL, ...others } = targets;
  const given = new URLSearchParams(
    Object.entries(others).flatMap(([name, url]) => (url === undefined ? [] : [[name, url]])),
  );
  const email = maskedAddress(link.value.to);
  if (ownPage !== null) {
    // The fragment reaches no server, log or `Referer`.
    const fragment = new URLSearchParams({ token, email, ...(callbackURL !== undefined && { callbackURL }) });
    return redirect(`${withQuery(ctx.settings, ownPage)}#${fragment}${given.size > 0 ? `&${given}` : ""}`);
  }
  const { appName } = ctx.settings;
  const query = given.size > 0 ? `?${given}` : "";
  return confirmPage(ctx.settings, {
    heading: `Sign in to ${appName}`,
    explanation: `This signs this browser in to ${appName} as ${email}. ${circumstances(link)} If you did not ask for it, close this page.`,
    button: "Sign in",
    path: `/magic-link/verify${query}`,
    fields: { token, callbackURL },
  });
}

/** When and where the link was asked for. */
function circumstances({ createdAt, value: { ipAddress } }: StoredValue<Link>): string {
  const time = createdAt === null ? "" : ` on ${createdAt.toUTCString()}`;
  return `The link was asked for${time}${ipAddress === null ? "" : ` from the IP address ${ipAddress}`}.`;
}
