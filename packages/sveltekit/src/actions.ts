import type { Auth } from "@keyhold/core";
import { type Actions, toActions as toCoreActions } from "@keyhold/core/actions";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { type CurrentEvent, currentHeaders } from "./event.js";

/**
 * The calls of an auth for form actions and remote functions: `POST /sign-in/email` is `calls.signIn.email(input)`.
 * Each call is made for the current request, with rate limits and origin check, sets the cookies, and resolves to `{
 * data, error }`. Throws only mistakes of the app. `currentEvent`: `getRequestEvent` of `$app/server`.
 *
 * @example
 * const calls = toActions(auth, getRequestEvent);
 * const { error } = await calls.signIn.email(await request.formData());
 */
export const toActions = <Plugins extends readonly AnyPlugin[], AppTransaction>(
  auth: Auth<Plugins, AppTransaction>,
  currentEvent: () => CurrentEvent,
): Actions<Plugins> =>
  toCoreActions(auth, () => {
    const event = currentEvent();
    return {
      headers: currentHeaders(event),
      ipAddress: event.getClientAddress(),
      setCookie: ({ name, value, options }) => event.cookies.set(name, value, options),
    };
  });
