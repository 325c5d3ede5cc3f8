import type { User } from "@keyhold/core";
import type { Hooks, TxContext, UserChange } from "@keyhold/core/plugin";
import { sendUsernameChanged } from "../emails.js";
import { usernameErrors } from "../errors.js";
import type { UsernameUser } from "../models.js";
import type { UsernameOptions } from "../options.js";
import type { UsernameTypes } from "../plugin.js";
import { isSameName, normaliseUsername } from "../username.js";

type Named = User & Partial<UsernameUser>;

/** The hooks for the creation and update of a user. */
export const rulesOf = (options: UsernameOptions): Pick<Hooks<UsernameTypes>, "user.create" | "user.update"> => ({
  "user.create"(draft, ctx) {
    const named = displayAsWritten(draft);
    checkDisplay(ctx, options, named);
    return named;
  },
  "user.update"(change, ctx, user: Named) {
    const named = displayAsChanged(change, user);
    const { username = user.username, displayUsername = user.displayUsername } = named;
    // A display name stored under a previous check stays valid, even if a form sends the name again.
    const isKept = displayUsername === user.displayUsername && isSameName(username, user.username);
    if (!isKept) checkDisplay(ctx, options, { username, displayUsername });
    notify(ctx, user, named);
    return named;
  },
});

/** Uses the username as written for display if no display name is given; removing the username removes both names. */
function displayAsWritten<Written extends Readonly<Record<string, unknown>>>(written: Written): Written {
  const { username, displayUsername } = written;
  return displayUsername === undefined && username !== undefined ? { ...written, displayUsername: username } : written;
}

/** As `displayAsWritten`, except that sending the current username again keeps a different display name. */
function displayAsChanged(change: UserChange, { username, displayUsername }: Named): UserChange {
  const isSame = isSameName(change.username, username);
  const hasOwn = displayUsername != null && !isSameName(displayUsername, username);
  return isSame && hasOwn ? change : displayAsWritten(change);
}

/** By default a display name must equal the username except for capitals, so that no user can imitate another. */
function checkDisplay(
  ctx: TxContext<"USERNAME_IS_INVALID">,
  { displayUsernameValidator }: UsernameOptions,
  { username, displayUsername }: Readonly<Record<string, unknown>>,
): void {
  if (displayUsernameValidator !== null || displayUsername == null || isSameName(displayUsername, username)) return;
  ctx.fail(usernameErrors.USERNAME_IS_INVALID, {
    message: "displayUsername is not the username in capitals of your choice",
  });
}

function notify(ctx: TxContext, user: Named, { username: given }: UserChange): void {
  if (given === undefined) return;
  const newUsername = typeof given === "string" ? normaliseUsername(given) : null;
  const oldUsername = user.username ?? null;
  if (newUsername !== oldUsername) sendUsernameChanged(ctx, user, { oldUsername, newUsername });
}
