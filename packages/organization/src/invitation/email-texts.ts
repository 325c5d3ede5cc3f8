import type { EmailTexts } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** The data of an invitation email. Names are untrusted input. */
export interface EmailFacts {
  readonly appName: string;
  readonly organizationName: string;
  readonly inviterName: string;
  readonly expiresAt: Date;
}

/**
 * The text of an invitation email. Without roles: organizations name their own roles, and only members may read these
 * names.
 */
export function wordsOf({ appName, organizationName, inviterName, expiresAt }: EmailFacts): EmailTexts {
  const organization = safeName(organizationName) ?? "an organization";
  const inviter = safeName(inviterName) ?? "A member";
  return {
    subject: `Join ${organization} at ${appName}`,
    preview: `${inviter} invites you.`,
    heading: `Join ${organization}`,
    paragraphs: ["Hello,", `${inviter} invites you to ${organization} at ${appName}.`],
    label: "See the invitation",
    notes: [
      `The invitation is open until ${end(expiresAt)}.`,
      "If you did not expect this invitation, ignore this email. Do not forward it: the link proves access to your email address.",
    ],
  };
}

const end = (at: Date): string =>
  `${new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
