/** The present time by the clock of the user's device, which may be wrong: the server decides. */
export const now = (): number => Date.now();
