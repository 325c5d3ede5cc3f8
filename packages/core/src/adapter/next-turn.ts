/** Ends this turn of the event loop, so that timers and I/O run: an embedded database answers without doing so. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
