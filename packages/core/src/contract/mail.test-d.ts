import { createAuth } from "../auth.js";
import type { AuthConfig } from "./config.js";
import type { TxContext } from "./context.js";
import type { CoreEmail, EmailMessage, EmailOf, EmailTexts, Mail, PluginEmail } from "./mail.js";
import type { Plugin } from "./plugin.js";
import type { PluginTypes } from "./plugin-types.js";

/** Code that must not compile, and never runs: the type checker is the test. */

interface InvitationEmail extends PluginEmail {
  readonly kind: "club.invitation";
  readonly clubName: string;
}
interface ClubTypes extends PluginTypes {
  readonly email: InvitationEmail;
}
type Club = Plugin<ClubTypes>;
type Silent = Plugin;

declare const rest: Pick<AuthConfig, "secret" | "baseURL" | "database">;
declare const club: Club;
declare const silent: Silent;
declare const words: EmailTexts;

export const forCore = (message: CoreEmail): string => message.user.name;
export const forAll: Mail = (message) => void message.to;
export const forClub: Mail<InvitationEmail> = (message) => void message.to;

export function ofAnApp(): void {
  // Without emails of plugins, a function for the emails of core can deliver all of them.
  createAuth({ ...rest, mail: (message) => void forCore(message) });
  createAuth({ ...rest, plugins: [silent], mail: (message) => void forCore(message) });
  // @ts-expect-error a plugin writes emails that this function does not know
  createAuth({ ...rest, plugins: [club], mail: (message) => void forCore(message) });
  // @ts-expect-error nor does an async function
  createAuth({ ...rest, plugins: [club], mail: async (message: CoreEmail) => forCore(message) });
  createAuth({ ...rest, plugins: [club, silent], mail: forAll });
  createAuth({ ...rest, plugins: [club], mail: forClub });
  createAuth({ ...rest, mail: forAll });
  createAuth({ ...rest, plugins: [silent, club], mail: (message) => void greet(message) });
}

export function greet(message: EmailMessage<InvitationEmail>): string {
  switch (message.kind) {
    case "reset-password":
      return message.token + message.user.name;
    case "club.invitation":
      // @ts-expect-error this email may have no user
      message.user;
      return message.clubName + message.words.label + message.appName;
    case "account-linked":
      return message.providerName;
    default:
      // @ts-expect-error no email of another kind has this field
      message.clubName;
      return message.user.name;
  }
}

/** A mail function that knows no plugin. */
export function write(message: EmailMessage): string {
  // @ts-expect-error an email of a plugin may have no user
  message.user;
  switch (message.kind) {
    case "email-changed":
      return message.newEmail;
    case "club.invitation":
      // @ts-expect-error the further facts of a plugin are not known here
      message.clubName;
      return message.words.subject;
    default:
      return "words" in message ? message.words.subject : message.user.name;
  }
}

// If the plugins are not known, any email is possible.
export const config: Partial<AuthConfig> = {
  // @ts-expect-error not every email has a user
  mail: (message) => void message.user,
};

export const own: EmailOf<"club.invitation", InvitationEmail>["clubName"] = "Chess";
export const core: EmailOf<"verify-email">["token"] = "t";
// @ts-expect-error there is no email of this kind
export type Unknown = EmailOf<"verify-mail">;
// @ts-expect-error the plugin has no such email
export type UnknownOfClub = EmailOf<"club.farewell", InvitationEmail>;

export function fromAPlugin(ctx: Pick<TxContext, "send">): void {
  const message: InvitationEmail = {
    kind: "club.invitation",
    to: "ann@example.com",
    userId: null,
    url: "https://example.com",
    words,
    clubName: "Chess",
  };
  ctx.send(message);
  // @ts-expect-error an email of a plugin has a kind with a dot, and a user id
  ctx.send({ ...message, kind: "invitation" });
  // @ts-expect-error the farewell has its own texts
  ctx.send({ kind: "club.farewell", to: "ann@example.com", userId: null, url: "https://example.com" });
}
