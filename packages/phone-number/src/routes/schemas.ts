import { z } from "@keyhold/core/schema";

/** A phone number in any notation, and the country of a number in national notation. */
export const numberInput = { phoneNumber: z.string(), country: z.string().max(2).optional() };

/** A code as a caller types it. */
export const code = z.string().max(64);

/** The challenge of a caller without cookies. */
export const challenge = z.string().max(64).optional();

/** A request for a code is limited like requests for an email. */
export const requestLimit = { windowSeconds: 60, max: 5 } as const;

/** A use of a code. */
export const codeLimit = { windowSeconds: 60, max: 20 } as const;

/** The answer to a request for a code that sets a password. */
export const resetRequested = z.object({ status: z.boolean(), challenge: z.string() });
