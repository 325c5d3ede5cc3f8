/**
 * Long enough for a refresh (10 ms after a change) and its answer from a server next door. For what must not happen
 * there is no sign to wait for; what must happen is waited for by its own.
 */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 80));
