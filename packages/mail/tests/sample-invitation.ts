import type { PluginEmail } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";
import type { Delivered } from "@keyhold/core/types";

/** An email as declared by a plugin. */
export interface InvitationEmail extends PluginEmail {
  readonly kind: "organization.invitation";
  readonly organizationName: string;
}

interface Given {
  readonly organizationName?: string;
  /** The texts of a careless plugin: with unchecked names. */
  readonly words?: Partial<PluginEmail["words"]>;
  readonly appName?: string;
}

/** An invitation of Ann for Ben, with optional overrides. */
export function sampleInvitation({ organizationName = "Acme", words = {}, appName = "Example" }: Given = {}) {
  const what = safeName(organizationName) ?? "an organization";
  const message: Delivered<InvitationEmail> = {
    kind: "organization.invitation",
    to: "ben@example.com",
    userId: null,
    organizationName,
    url: "https://app.example.com/invitations?id=i1&secret=s1",
    words: {
      subject: `Join ${what} at ${appName}`,
      preview: "Ann invites you.",
      heading: `Join ${what}`,
      paragraphs: ["Hello,", `Ann invites you to ${what}.`],
      label: "See the invitation",
      notes: ["The invitation ends in 2 days.", "If you do not know Ann, ignore this email."],
      ...words,
    },
    appName,
    appUrl: "https://app.example.com",
  };
  return message;
}
