import { z } from "@keyhold/core/schema";

/** The answer to a request for a code. */
export const requested = z.object({ success: z.boolean(), challenge: z.string() });

/** The challenge of a caller without cookies. */
export const challenge = z.string().max(64).optional();

/** A request for a code is limited like other requests for an email. */
export const requestLimit = { windowSeconds: 60, max: 5 } as const;

/** A use of a code. */
export const codeLimit = { windowSeconds: 60, max: 20 } as const;
