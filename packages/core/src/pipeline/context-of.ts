import type { Context } from "../contract/context.js";
import type { CoreErrorCode } from "../contract/errors.js";

/** The key of a function that answers with the context of an auth. `Symbol.for`: a test runner may load a second copy of core. */
const contexts: unique symbol = Symbol.for("keyhold.context");

/** Makes an auth answer with the context. The property is in no type, and no loop or log shows it. */
export const addContext = (auth: object, ctx: Context): unknown =>
  Reflect.defineProperty(auth, contexts, { value: () => ctx });

/**
 * The context of an auth, which every plugin gets, too: for tools that act on the server without a request. With the
 * context, no check of a route applies. Null for any other value.
 */
export function contextOf(auth: unknown): Context<CoreErrorCode> | null {
  const answer: unknown = Reflect.get(Object(auth), contexts);
  return typeof answer === "function" ? answer() : null;
}
