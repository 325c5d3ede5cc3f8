import type { Mail } from "@keyhold/core";
import type { InvitationEmail } from "../tests/sample-invitation.js";
import { consoleMail } from "./console.js";
import { type MailTransport, nodemailer } from "./nodemailer.js";
import { renderEmail, type Templates } from "./render.js";

const rendered = { subject: "", text: "", html: "" };

export const typed: Templates = {
  "reset-password": ({ token, expiresInSeconds }) => ({ ...rendered, text: token.repeat(expiresInSeconds) }),
  "email-changed": ({ newEmail }) => ({ ...rendered, text: newEmail }),
};

export const withoutLink: Templates = {
  // @ts-expect-error an email about a past event has no token
  "password-changed": ({ token }) => ({ ...rendered, text: token }),
};

// @ts-expect-error an unknown kind of email
export const unknown: Templates = { "reset-pasword": () => rendered };

// @ts-expect-error an email has text as well as HTML
export const incomplete: Templates = { "verify-email": () => ({ subject: "", html: "" }) };

export const ofPlugin: Templates<InvitationEmail> = {
  "organization.invitation": ({ organizationName, url, appName }) => ({
    ...rendered,
    text: `${organizationName} ${url} ${appName}`,
  }),
  "email-changed": ({ newEmail }) => ({ ...rendered, text: newEmail }),
};

export const unknownOfPlugin: Templates<InvitationEmail> = {
  // @ts-expect-error an unknown kind of this plugin
  "organization.invitaton": () => rendered,
};

export const ofAnyPlugin: Templates = {
  "club.farewell": ({ words }) => ({ ...rendered, text: words.heading }),
  // @ts-expect-error the fields of a plugin's email need the email's type
  "organization.invitation": ({ organizationName }) => ({ ...rendered, text: organizationName }),
};

/** With any plugins, and templates of any type. */
declare const transport: MailTransport;
export const mails: readonly Mail<InvitationEmail>[] = [
  consoleMail(),
  nodemailer(transport, { from: "a@example.com" }),
  nodemailer(transport, { from: "a@example.com", templates: ofPlugin }),
  nodemailer(transport, { from: "a@example.com", templates: ofAnyPlugin }),
  (message) => void renderEmail(message, ofPlugin),
];
