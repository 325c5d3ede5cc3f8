import type { TxContext } from "./context.js";
import type { Hooks } from "./hooks.js";

/** Reads the hooks of a name, in their order. */
export type HookReader<OwnHooks> = <HookName extends keyof OwnHooks & string>(
  ctx: Pick<TxContext, "hooks">,
  hookName: HookName,
) => readonly OwnHooks[HookName][];

/**
 * How a plugin asks the rules at a moment that it has opened: those of other plugins and of the app, in the order they are
 * listed.
 *
 * @example for (const rule of hooksAt(ctx, "member.add")) draft = await rule(draft, ctx);
 */
export const hooksFor =
  <OwnHooks>(): HookReader<OwnHooks> =>
  (ctx, hookName) =>
    ctx.hooks(hookName as keyof Hooks) as readonly unknown[] as readonly never[];
