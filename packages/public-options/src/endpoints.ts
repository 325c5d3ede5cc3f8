// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { publicOptions } from "./routes/public-options.js";

/** The calls, each under the name that its URL gives. */
export interface PublicOptionsEndpoints {
  /**
   * What this server offers: ways to sign in, password rules, fields, and options of plugins. May be cached for a
   * minute.
   */
  readonly publicOptions: typeof publicOptions;
}

export const endpoints: PublicOptionsEndpoints = {
  publicOptions,
};
