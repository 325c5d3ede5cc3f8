/** The clock of the platform: a verifier has no context with the time. */
export const systemTime = (): Date => new Date();
