// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { status } from "./routes/status.js";

/** The calls, each under the name that its URL gives. */
export interface NativeEndpoints {
  readonly native: {
    /** Answers the signed-in user whether the plugin is on. */
    readonly status: typeof status;
  };
}

export const endpoints: NativeEndpoints = {
  native: {
    status,
  },
};
