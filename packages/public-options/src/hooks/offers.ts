import type { Context } from "@keyhold/core/plugin";

/** Facts of a plugin for browsers: `publicOptions` of its types. They are public: no secret. */
export interface PublicOptionsHooks {
  /** Answers under the plugin's own name, e.g. `{ username: { minLength: 3, maxLength: 30 } }`. */
  readonly "public-options": (ctx: Pick<Context, "settings">) => Readonly<Record<string, unknown>>;
}
