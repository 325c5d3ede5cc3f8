import type { Auth } from "@keyhold/core";
import { type Actions, toActions as toActionsOf } from "@keyhold/core/actions";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { getRequestIP, setCookie } from "@tanstack/react-start/server";
import { currentHeaders } from "./current-headers.js";

/**
 * The calls of an auth for server functions and server routes: `POST /sign-in/email` is `actions.signIn.email(input)`.
 * Each call is made for the current request, with rate limits and origin check, sets the cookies of the response, and
 * resolves to `{ data, error }`. Throws only mistakes of the app.
 *
 * @example
 * const actions = toActions(auth);
 * const { error } = await actions.signIn.email(await request.formData());
 */
export const toActions = <Plugins extends readonly AnyPlugin[], AppTransaction>(
  auth: Auth<Plugins, AppTransaction>,
): Actions<Plugins> =>
  toActionsOf(auth, () => ({
    headers: currentHeaders(),
    ipAddress: getRequestIP(),
    setCookie: ({ name, value, options }) => setCookie(name, value, options),
  }));
