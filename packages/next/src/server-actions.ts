import type { Auth } from "@keyhold/core";
import { type Actions, toActions } from "@keyhold/core/actions";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { cookies } from "next/headers.js";
import { currentHeaders } from "./current-headers.js";
import { peerAddress } from "./peer-address.js";

/**
 * The calls of an auth for server actions: `POST /sign-in/email` is `actions.signIn.email(input)`. Each call is made
 * for the current request, with rate limits and origin check, sets the cookies by `cookies()` of Next.js, and resolves
 * to `{ data, error }`. Throws only what is no answer: a mistake of the app, and redirects of Next.js.
 *
 * @example
 * "use server";
 * const actions = toServerActions(auth);
 * export const signIn = async (_: unknown, form: FormData) => (await actions.signIn.email(form)).error;
 */
export const toServerActions = <Plugins extends readonly AnyPlugin[], AppTransaction>(
  auth: Auth<Plugins, AppTransaction>,
): Actions<Plugins> =>
  toActions(auth, async () => {
    const [sent, jar] = await Promise.all([currentHeaders(), cookies()]);
    return {
      headers: sent,
      ipAddress: peerAddress(sent),
      setCookie: ({ name, value, options }) => void jar.set(name, value, options),
    };
  });
