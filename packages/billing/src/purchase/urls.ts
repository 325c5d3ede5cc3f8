import type { Context } from "@keyhold/core/plugin";

type Settings = Pick<Context["settings"], "origin">;

/**
 * A checked redirect URL for the provider, which replaces `{CHECKOUT_ID}` by the id of the checkout. Null without a URL.
 */
export function absoluteUrl({ origin }: Settings, checked: string | undefined): string | null {
  if (checked === undefined) return null;
  return new URL(checked, origin).href.replaceAll(/%7BCHECKOUT_ID%7D/gi, "{CHECKOUT_ID}");
}

/** The origin of a checked URL. Null without a URL, and for the scheme of an app, which has no origin. */
export function originOf({ origin }: Settings, checked: string | undefined): string | null {
  if (checked === undefined) return null;
  const given = new URL(checked, origin).origin;
  return given === "null" ? null : given;
}
