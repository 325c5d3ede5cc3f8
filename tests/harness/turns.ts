/**
 * Ends up to four turns of the event loop, so that concurrent callers overtake each other. The clock has no part in it:
 * on a busy machine no caller waits longer than others for a lock.
 */
export async function someTurns(): Promise<void> {
  for (let left = Math.floor(Math.random() * 5); left > 0; left -= 1) await new Promise<void>(endTurn);
}

const endTurn = (resolve: () => void): void => void setImmediate(resolve);
