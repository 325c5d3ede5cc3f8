import type { User } from "@keyhold/core";
import { type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";
import type { ApiKeyRow } from "./models.js";

/** Tells the user, or the managers of the organization, that a key ends soon. */
export interface ExpiringKeyEmail extends PluginEmail {
  readonly kind: "api-key.expiring";
  readonly user: User;
  readonly keyId: string;
  /** The public part of the key, e.g. "acme_aB3dE5gH7j". */
  readonly key: string;
  readonly endsAt: Date;
}

/** Tells the user, or the managers of the organization, that a key was found in public and is disabled. */
export interface LeakedKeyEmail extends PluginEmail {
  readonly kind: "api-key.leaked";
  readonly user: User;
  readonly keyId: string;
  /** The public part of the key, e.g. "acme_aB3dE5gH7j". */
  readonly key: string;
  /** The URL at which the key was found; null: not known. */
  readonly foundAt: string | null;
}

/** An email of the plugin, by `kind`. */
export type ApiKeyEmail = ExpiringKeyEmail | LeakedKeyEmail;

/** The parts of both emails. */
const partsOf = (ctx: TxContext, user: User, { id: keyId, start }: ApiKeyRow) => ({
  to: user.email,
  userId: user.id,
  url: ctx.settings.appUrl,
  user: publicUser(ctx, user),
  keyId,
  key: start ?? keyId,
});

/** Sends an email before the end of a key. */
export function sendExpiring(ctx: TxContext, user: User, row: ApiKeyRow, endsAt: Date): void {
  const { appName } = ctx.settings;
  const parts = partsOf(ctx, user, row);
  const message: ExpiringKeyEmail = {
    ...parts,
    kind: "api-key.expiring",
    words: {
      subject: `An API key at ${appName} ends soon`,
      heading: "An API key ends soon",
      paragraphs: [
        "Hello,",
        `The API key ${parts.key} at ${appName} ends on ${endsAt.toUTCString()}. Programs that use it will then be rejected.`,
        "Make a new key and give it to these programs, or extend the key.",
      ],
      label: `Go to ${appName}`,
      notes: ["If the key is not needed any more, no action is needed."],
    },
    endsAt,
  };
  ctx.send(message);
}

/** Sends the email about a key that was found in public. */
export function sendLeaked(ctx: TxContext, user: User, row: ApiKeyRow, foundAt: string | null): void {
  const { appName } = ctx.settings;
  const parts = partsOf(ctx, user, row);
  const message: LeakedKeyEmail = {
    ...parts,
    kind: "api-key.leaked",
    words: {
      subject: `An API key at ${appName} was found in public`,
      preview: "The key is disabled. Act now.",
      heading: "An API key was found in public",
      paragraphs: [
        "Hello,",
        `The API key ${parts.key} at ${appName} was found where others can read it. We have disabled the key.`,
        "Make a new key, give it to your programs, delete the old key, and check what was done with it.",
      ],
      label: `Go to ${appName}`,
      notes: ["Do not enable the key again: others have it."],
    },
    foundAt,
  };
  ctx.send(message);
}
