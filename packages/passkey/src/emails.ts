import type { User } from "@keyhold/core";
import { type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** The changes that a user is told. */
export type NoticeKind = "passkey.added" | "passkey.deleted" | "passkey.cloned";

/** Tells a user of a change of their passkeys. */
export interface PasskeyEmail extends PluginEmail {
  readonly kind: NoticeKind;
  readonly user: User;
  /** The name of the passkey, as chosen by the user. */
  readonly passkeyName: string;
}

/** What has happened to a passkey with this name. */
const happened: Readonly<Record<NoticeKind, { readonly heading: string; sentence(name: string): string }>> = {
  "passkey.added": {
    heading: "A passkey was added",
    sentence: (name) => `The passkey${name} was added. It signs in without a password.`,
  },
  "passkey.deleted": {
    heading: "A passkey was deleted",
    sentence: (name) => `The passkey${name} was deleted. It does not sign in any more.`,
  },
  "passkey.cloned": {
    heading: "A passkey may have been copied",
    sentence: (name) =>
      `A sign-in with the passkey${name} was refused: its device counts fewer uses than before, so a copy of it may exist. Delete it, and add a new one.`,
  },
};

/** Sends the email about a change, which counts toward the limit of emails. */
export function sendNotice(ctx: TxContext, user: User, kind: NoticeKind, passkeyName: string | null): void {
  const { appName, appUrl } = ctx.settings;
  const { heading, sentence } = happened[kind];
  const safe = safeName(passkeyName ?? "");
  const message: PasskeyEmail = {
    kind,
    to: user.email,
    userId: user.id,
    url: appUrl,
    words: {
      subject: `${heading}: ${appName}`,
      preview: "If it was not you, act now.",
      heading,
      paragraphs: [
        "Hello,",
        `${sentence(safe === null ? "" : ` “${safe}”`)} This concerns your ${appName} account, ${user.email}.`,
        `If it was not you, go to ${appName} now, delete the passkeys that you do not know, change your password and sign out everywhere.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, no action is needed."],
    },
    user: publicUser(ctx, user),
    passkeyName: passkeyName ?? "",
    isNotice: true,
  };
  ctx.sendLimited(message);
}
