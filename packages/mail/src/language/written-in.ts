import type { EmailMessage } from "@keyhold/core";
import { safeName } from "@keyhold/core/safe-name";
import { layout } from "../layout.js";
import { lifetime } from "../lifetime.js";
import type { RenderedEmail } from "../texts.js";
import type { CodeEffect, EmailLanguage, NoticeFacts, Sentences } from "./language.js";

/** The fields that the emails of plugins have, beside those of every email. */
interface Fields {
  readonly user?: { readonly name: string } | null;
  readonly url?: string;
  readonly newEmail?: string;
  readonly expiresInSeconds?: number;
  readonly asksForPassword?: boolean;
  readonly providerId?: string;
  readonly providerName?: string;
  readonly code?: string | null;
  readonly type?: string;
  readonly endsAt?: Date;
  readonly organization?: { readonly name: string };
  readonly inviter?: { readonly name: string };
  readonly invitation?: { readonly expiresAt: Date };
  readonly passkeyName?: string;
  readonly newNumber?: string;
  readonly number?: string;
  readonly key?: string;
  readonly left?: number | null;
  readonly device?: string | null;
  readonly signedInAt?: Date;
  readonly place?: string | null;
  readonly words?: { readonly lastLine?: string };
}

/** The email in a language; null if the language does not have the kind, e.g. of a plugin of the app. */
export function writtenIn(message: EmailMessage, language: EmailLanguage): RenderedEmail | null {
  const fields: Fields = message;
  const sentences = sentencesOf(message, fields, language) ?? noticeOf(message, fields, language);
  if (sentences === null) return null;
  const { subject, heading, preview = heading, paragraphs, label, notes } = sentences;
  const name = safeName(fields.user?.name ?? "");
  const { locale, direction, orCopy } = language;
  const link = { url: fields.url ?? message.appUrl, label, orCopy };
  const words = { subject, preview, heading, paragraphs: [language.hello(name), ...paragraphs], link, notes };
  return layout({ language: locale, direction, ...words, lastLine: fields.words?.lastLine }, message);
}

function sentencesOf(message: EmailMessage, fields: Fields, language: EmailLanguage): Sentences | null {
  const { locale, emails, effects } = language;
  const facts = { app: message.appName, to: message.to };
  const ending = { ...facts, duration: lifetime(fields.expiresInSeconds ?? 0, locale) };
  const { newEmail = "", asksForPassword = false, code = null } = fields;
  switch (message.kind) {
    case "verify-email":
      return emails[message.kind]({ ...ending, asksForPassword });
    case "reset-password":
    case "delete-account":
      return emails[message.kind](ending);
    case "already-registered":
      return emails[message.kind](facts);
    case "confirm-email-change":
      return emails[message.kind]({ ...ending, newEmail });
    case "email-changed":
      return emails[message.kind]({ ...facts, newEmail });
    case "magic-link.sign-in":
      return emails[message.kind]({ ...ending, isNew: !fields.user, code });
    case "email-otp.code":
      return emails[message.kind]({ ...ending, code: code ?? "", effect: effects[effectOf(fields)](facts) });
    case "two-factor.code":
      return emails[message.kind]({ ...ending, code: code ?? "" });
    case "phone-number.claimed":
      return emails[message.kind]({ ...facts, number: masked(fields.number), until: timeOf(fields.endsAt, locale) });
    case "phone-number.code":
      return emails[message.kind]({ ...ending, code: code ?? "", until: timeOf(fields.endsAt, locale) });
    case "two-factor.recovery-started":
    case "two-factor.recovery-due":
      return emails["two-factor.recovery"]({ ...facts, from: timeOf(fields.endsAt, locale) });
    case "organization.invitation": {
      const [organization, inviter] = [fields.organization, fields.inviter].map((named) => safeName(named?.name ?? ""));
      const until = timeOf(fields.invitation?.expiresAt, locale);
      return emails[message.kind]({ ...facts, organization: organization ?? null, inviter: inviter ?? null, until });
    }
    case "devices.new-device": {
      const { device = null, place = null, signedInAt } = fields;
      return emails[message.kind]({ ...facts, device, place, time: timeOf(signedInAt, locale) });
    }
    case "api-key.expiring":
      return emails[message.kind]({ ...facts, key: fields.key ?? "", until: timeOf(fields.endsAt, locale) });
    case "api-key.leaked":
    case "api-key.created":
    case "api-key.enabled":
      return emails[message.kind]({ ...facts, key: fields.key ?? "" });
    case "magic-link.unknown-address":
    case "email-otp.unknown-address":
      return emails["unknown-address"](facts);
    default:
      return null;
  }
}

/** A code for an address without an account creates the account. */
const effectOf = ({ type, user }: Fields): CodeEffect =>
  type === "sign-in" && !user ? "sign-up" : ((type ?? "sign-in") as CodeEffect);

const timeOf = (at: Date | undefined, locale: string): string =>
  at === undefined
    ? ""
    : `${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;

function noticeOf(message: EmailMessage, fields: Fields, language: EmailLanguage): Sentences | null {
  const { notices, about, secure, goTo, actNow, noAction, left } = language;
  const kind =
    message.kind === "account-unlinked" && fields.providerId === "credential" ? "password-removed" : message.kind;
  if (!isNotice(kind, notices)) return null;
  const name = (fields.passkeyName === undefined ? fields.providerName : safeName(fields.passkeyName)) ?? "";
  const number = masked(fields.newNumber ?? fields.number);
  const notice: (facts: { readonly name: string; readonly number: string }) => { heading: string; text: string } =
    notices[kind];
  const { heading, text } = notice({ name, number });
  const app = message.appName;
  const few = typeof fields.left === "number" && fields.left <= 3 ? [left(fields.left)] : [];
  return {
    subject: `${heading}: ${app}`,
    preview: actNow,
    heading,
    paragraphs: [`${text} ${about({ app, to: message.to })}`, ...few, secure(app)],
    label: goTo(app),
    notes: [noAction],
  };
}

/** The last two digits of a phone number. */
const masked = (number = ""): string => `•••${number.slice(-2)}`;

const isNotice = (kind: string, notices: EmailLanguage["notices"]): kind is keyof NoticeFacts =>
  Object.hasOwn(notices, kind);
