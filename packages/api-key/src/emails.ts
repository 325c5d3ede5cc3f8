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

/** Tells the user, or the managers of the organization, that a user has made a key, or has enabled a disabled key. */
export interface ChangedKeyEmail extends PluginEmail {
  readonly kind: "api-key.created" | "api-key.enabled";
  readonly user: User;
  readonly keyId: string;
  /** The public part of the key, e.g. "acme_aB3dE5gH7j". */
  readonly key: string;
}

/** An email of the plugin, by `kind`. */
export type ApiKeyEmail = ExpiringKeyEmail | LeakedKeyEmail | ChangedKeyEmail;

/** The parts of each email. */
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

/** Sends the email about a new key. */
export function sendCreated(ctx: TxContext, user: User, row: ApiKeyRow): void {
  const { appName } = ctx.settings;
  const parts = partsOf(ctx, user, row);
  const message: ChangedKeyEmail = {
    ...parts,
    kind: "api-key.created",
    words: changedWords(appName, "An API key was created", `The API key ${parts.key} was created at ${appName}.`),
  };
  ctx.send(message);
}

/** Sends the email about a disabled key that works again. */
export function sendEnabled(ctx: TxContext, user: User, row: ApiKeyRow): void {
  const { appName } = ctx.settings;
  const parts = partsOf(ctx, user, row);
  const message: ChangedKeyEmail = {
    ...parts,
    kind: "api-key.enabled",
    words: changedWords(appName, "An API key was enabled", `The API key ${parts.key} at ${appName} was enabled again.`),
  };
  ctx.sendLimited(message);
}

const changedWords = (appName: string, heading: string, text: string): ChangedKeyEmail["words"] => ({
  subject: `${heading}: ${appName}`,
  preview: "If you do not expect this, act now.",
  heading,
  paragraphs: [
    "Hello,",
    `${text} Programs with this key can use ${appName}.`,
    "If you do not expect this, delete the key now, and change your password.",
  ],
  label: `Go to ${appName}`,
  notes: ["If you expect this, no action is needed."],
});
