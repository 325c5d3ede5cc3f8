/** The time of the device: an app has no context with the time. */
export const nowMilliseconds = (): number => Date.now();
