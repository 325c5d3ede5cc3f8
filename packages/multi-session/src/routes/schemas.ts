import { z } from "@keyhold/core/schema";

/** The name of a session of the browser: its `token` in the list, a hash. The name opens no session. */
export const sessionToken = z.string().min(1).max(64);
