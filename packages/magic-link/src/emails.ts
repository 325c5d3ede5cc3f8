import type { User } from "@keyhold/core";
import { type Context, type PluginEmail, publicUser } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** What the app gave with the request of a link, for its own texts: at most 1,024 characters as JSON. */
export type LinkMetadata = Readonly<Record<string, unknown>>;

/** The link of a sign-in. */
export interface MagicLinkSignInEmail extends PluginEmail {
  readonly kind: "magic-link.sign-in";
  /** Null: the address has no account, and the link creates it. */
  readonly user: User | null;
  /** The secret in the link. */
  readonly token: string;
  /** A code, for the asking browser, with the effect of the link; null: without `withCode`. */
  readonly code: string | null;
  readonly expiresInSeconds: number;
  readonly metadata: LinkMetadata;
}

/** The address has no account, and a link creates no account. */
export interface MagicLinkUnknownEmail extends PluginEmail {
  readonly kind: "magic-link.unknown-address";
}

/** An email of the plugin, by `kind`. */
export type MagicLinkEmail = MagicLinkSignInEmail | MagicLinkUnknownEmail;

/** The content of an email with a link. */
export interface SentLink
  extends Pick<MagicLinkSignInEmail, "to" | "url" | "token" | "code" | "expiresInSeconds" | "metadata"> {
  readonly user: User | null;
  /** The given name of a new user. */
  readonly name: string | undefined;
}

/** Sends the link. The caller has counted the email. */
export function sendLink(ctx: Context, { user, name, ...link }: SentLink): void {
  const { appName, appUrl } = ctx.settings;
  const minutes = Math.floor(link.expiresInSeconds / 60);
  const called = safeName(user?.name ?? name ?? "");
  const message: MagicLinkSignInEmail = {
    ...link,
    kind: "magic-link.sign-in",
    userId: user?.id ?? null,
    user: user && publicUser(ctx, user),
    words: {
      subject: `Sign in to ${appName}`,
      preview: `The link works for ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
      heading: `Sign in to ${appName}`,
      paragraphs: [
        called === null || called === "" ? "Hello," : `Hello ${called},`,
        user
          ? `follow this link to sign in to your ${appName} account, ${link.to}.`
          : `follow this link to create a ${appName} account for ${link.to}.`,
        ...(link.code === null
          ? []
          : [
              `Or type this code in the browser in which you asked for this email: ${link.code}. It works for 5 minutes.`,
            ]),
      ],
      label: "Sign in",
      notes: [
        `The link works once, for ${minutes} ${minutes === 1 ? "minute" : "minutes"}. Do not forward it.`,
        "If you did not ask for this email, no action is needed: no one signs in without the link.",
      ],
      // Browsers of phones read the code by this line, and offer it on this host alone.
      ...(link.code !== null && { lastLine: `@${new URL(appUrl).hostname} #${link.code}` }),
    },
  };
  ctx.send(message);
}

/** Tells an address without an account that a link would create none. The caller has counted the email. */
export function sendUnknownAddress(ctx: Context, to: string): void {
  const { appName, appUrl } = ctx.settings;
  const message: MagicLinkUnknownEmail = {
    kind: "magic-link.unknown-address",
    to,
    userId: null,
    url: appUrl,
    words: {
      subject: `No ${appName} account has this address`,
      heading: "No account has this address",
      paragraphs: [
        "Hello,",
        `a link to sign in to ${appName} was asked for with your address, ${to}. No account has this address.`,
        "If you have an account, sign in with its address.",
      ],
      label: `Go to ${appName}`,
      notes: ["If you did not ask for this email, no action is needed."],
    },
  };
  ctx.send(message);
}
