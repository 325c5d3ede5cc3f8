import type { TxContext } from "./context.js";
import type { CoreEvent, PluginEvent } from "./events.js";

/**
 * Answers with a function that emits the events of a plugin.
 *
 * @example const tell = eventsFor<TermsEvent>(); tell(ctx, { type: "terms.accepted", userId });
 */
export const eventsFor =
  <Event extends PluginEvent>(): ((ctx: Pick<TxContext, "emit">, event: Event) => void) =>
  (ctx, event) =>
    ctx.emit(event as PluginEvent as CoreEvent);
