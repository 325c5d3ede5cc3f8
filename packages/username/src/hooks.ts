import type { User } from "@keyhold/core";
import type { Hooks, TxContext, UserChange } from "@keyhold/core/plugin";
import { sendUsernameChanged } from "./emails.js";
import type { UsernameUser } from "./models.js";
import type { UsernameOptions } from "./options.js";
import type { UsernameTypes } from "./plugin.js";
import { isSameName, normaliseUsername } from "./username.js";

type Named = User & Partial<UsernameUser>;

/** What the plugin does when a user is created or changed. */
export const rulesOf = (options: UsernameOptions): Pick<Hooks<UsernameTypes>, "user.create" | "user.update"> => ({
  "user.create"(draft, ctx) {
    const named = displayAsWritten(draft);
    checkDisplay(ctx, options, named);
    return named;
  },
  "user.update"(change, ctx, user: Named) {
    const named = displayAsChanged(change, user);
    const { username = user.username, displayUsername = user.displayUsername } = named;
    // What was stored under another check stays, also where a form sends it along.
    const isKept = displayUsername === user.displayUsername && isSameName(username, user.username);
    if (!isKept) checkDisplay(ctx, options, { username, displayUsername });
    notify(ctx, user, named);
    return named;
  },
});

/** The name as it was written is kept for display when no other was given; a user who gives it up has none to display. */
function displayAsWritten<Written extends Readonly<Record<string, unknown>>>(written: Written): Written {
  const { username, displayUsername } = written;
  return displayUsername === undefined && username !== undefined ? { ...written, displayUsername: username } : written;
}

/** The same, but a user who sends the username that they have keeps a name for display that is another. */
function displayAsChanged(change: UserChange, { username, displayUsername }: Named): UserChange {
  const isSame = isSameName(change.username, username);
  const hasOwn = displayUsername != null && !isSameName(displayUsername, username);
  return isSame && hasOwn ? change : displayAsWritten(change);
}

/** Without a check of the app's own a name for display is the username in other capitals: it is no other user's. */
function checkDisplay(
  ctx: TxContext,
  { displayUsernameValidator }: UsernameOptions,
  { username, displayUsername }: Readonly<Record<string, unknown>>,
): void {
  if (displayUsernameValidator !== null || displayUsername == null || isSameName(displayUsername, username)) return;
  ctx.refuse("USERNAME_IS_INVALID", { message: "displayUsername is not the username in capitals of your choice" });
}

function notify(ctx: TxContext, user: Named, { username: given }: UserChange): void {
  if (given === undefined) return;
  const newUsername = typeof given === "string" ? normaliseUsername(given) : null;
  const oldUsername = user.username ?? null;
  if (newUsername !== oldUsername) sendUsernameChanged(ctx, user, { oldUsername, newUsername });
}
