import type { EmailTexts } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** What a letter tells of its invitation. Names are as people chose them. */
export interface EmailFacts {
  readonly appName: string;
  readonly organizationName: string;
  readonly inviterName: string;
  readonly expiresAt: Date;
}

/** The words of an invitation's letter. Roles are left out: organizations name their own, and not for strangers to read. */
export function wordsOf({ appName, organizationName, inviterName, expiresAt }: EmailFacts): EmailTexts {
  const organization = safeName(organizationName) ?? "an organization";
  const inviter = safeName(inviterName) ?? "Somebody";
  return {
    subject: `Join ${organization} at ${appName}`,
    preview: `${inviter} invites you.`,
    heading: `Join ${organization}`,
    paragraphs: ["Hello,", `${inviter} invites you to ${organization} at ${appName}.`],
    label: "See the invitation",
    notes: [
      `The invitation is open until ${end(expiresAt)}.`,
      "If you do not expect it, ignore this letter: nothing happens. Do not pass the link on, it stands for your address.",
    ],
  };
}

const end = (at: Date): string =>
  `${new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at)} UTC`;
