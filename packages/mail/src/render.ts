import type { EmailKind, EmailMessage, EmailOf } from "@keyhold/core";
import type { PluginEmail } from "@keyhold/core/plugin";
import { oneLine } from "@keyhold/core/safe-name";
import { chooseLanguage } from "./language/choose.js";
import type { EmailLanguage } from "./language/language.js";
import { writtenIn } from "./language/written-in.js";
import { accountLinked } from "./templates/account-linked.js";
import { accountUnlinked } from "./templates/account-unlinked.js";
import { alreadyRegistered } from "./templates/already-registered.js";
import { confirmEmailChange } from "./templates/confirm-email-change.js";
import { deleteAccount } from "./templates/delete-account.js";
import { emailChanged } from "./templates/email-changed.js";
import { ofPlugin } from "./templates/of-plugin.js";
import { passwordChanged } from "./templates/password-changed.js";
import { resetPassword } from "./templates/reset-password.js";
import { verifyEmail } from "./templates/verify-email.js";
import type { RenderedEmail } from "./texts.js";

/**
 * Renders the emails of a kind. Defined as a method's parameter for bivariance: a template for a plugin's typed email
 * is then assignable to a template for the kind.
 */
export type Template<Kind extends EmailKind<Own>, Own extends PluginEmail = PluginEmail> = {
  write(message: EmailOf<Kind, Own>): RenderedEmail;
}["write"];

/** The app's own templates; other kinds use the defaults. `Own`: the emails of plugins, e.g. `OrganizationEmail`. */
export type Templates<Own extends PluginEmail = PluginEmail> = {
  readonly [Kind in EmailKind<Own>]?: Template<Kind, Own>;
};

/** The languages of emails, and the choice of the language. */
export interface EmailLanguages {
  /** The languages besides English, each from its own entry point, e.g. `@keyhold/mail/de`. */
  readonly languages?: readonly EmailLanguage[];
  /**
   * Answers the language of an email (BCP 47), or several, the preferred language first; null: English. Default: the column
   * `locale` of the user, if the app has the column. `languageOfEmail` of `@keyhold/i18n/request` also reads the header
   * `Accept-Language` of the request that causes the email.
   */
  readonly languageOf?: (message: EmailMessage) => string | readonly string[] | null;
}

/**
 * Renders an email as subject, text and HTML. The subject is a single line, also with a custom template. `templates`
 * replaces the templates by kind, in every language; `languages` are the languages beside English.
 */
export function renderEmail(
  message: EmailMessage,
  templates: Templates = {},
  { languages = [], languageOf = columnOf }: EmailLanguages = {},
): RenderedEmail {
  const language = Object.hasOwn(templates, message.kind) ? null : chooseLanguage(languageOf(message), languages);
  const rendered = (language && writtenIn(message, language)) ?? write(message, templates);
  return { ...rendered, subject: oneLine(rendered.subject) };
}

function columnOf(message: EmailMessage): string | null {
  const user: unknown = "user" in message ? message.user : null;
  const locale: unknown = typeof user === "object" && user !== null && Reflect.get(user, "locale");
  return typeof locale === "string" ? locale : null;
}

function write(message: EmailMessage, templates: Templates): RenderedEmail {
  switch (message.kind) {
    case "verify-email":
      return (templates[message.kind] ?? verifyEmail)(message);
    case "reset-password":
      return (templates[message.kind] ?? resetPassword)(message);
    case "confirm-email-change":
      return (templates[message.kind] ?? confirmEmailChange)(message);
    case "delete-account":
      return (templates[message.kind] ?? deleteAccount)(message);
    case "already-registered":
      return (templates[message.kind] ?? alreadyRegistered)(message);
    case "email-changed":
      return (templates[message.kind] ?? emailChanged)(message);
    case "password-changed":
      return (templates[message.kind] ?? passwordChanged)(message);
    case "account-linked":
      return (templates[message.kind] ?? accountLinked)(message);
    case "account-unlinked":
      return (templates[message.kind] ?? accountUnlinked)(message);
    default:
      return (templates[message.kind] ?? ofPlugin)(message);
  }
}
