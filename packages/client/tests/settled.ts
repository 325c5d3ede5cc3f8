import { setTimeout as pause } from "node:timers/promises";

/** A client reads again 10 ms after a change, and the channel between tabs takes a turn or two: with time to spare. */
const quietMilliseconds = 40;

let inFlight = 0;
let activities = 0;

/** A test server says that a request came; what it gets back says that the answer has gone. */
export function noteRequest(): () => void {
  inFlight += 1;
  activities += 1;
  return () => {
    inFlight -= 1;
    activities += 1;
  };
}

/**
 * Resolves when the clients have been quiet for longer than any of them waits before it asks again. For what must not
 * happen there is no sign to wait for.
 */
export async function settled(): Promise<void> {
  let seen: number;
  do {
    seen = activities;
    await pause(quietMilliseconds);
  } while (inFlight > 0 || activities !== seen);
}
