/** The time of the device: a client has no context with the time. */
export const nowMilliseconds = (): number => Date.now();
