import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

/**
 * A client reads 10 ms after a change, and the channel between tabs takes a turn or two. After a process has stood still,
 * all timers that are due fire before any message arrives: hence several pauses, with a turn after each.
 */
const quietPauses = 4;
const quietMilliseconds = 10;

let inFlight = 0;
let activities = 0;

/** Counts a request on its way, or at a server. Call the result when it is over; a second call has no effect. */
export function noteRequest(): () => void {
  inFlight += 1;
  activities += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    inFlight -= 1;
    activities += 1;
  };
}

/**
 * Resolves when the clients have been idle for longer than their delays. The absence of a request has no event to wait
 * for.
 */
export async function settled(): Promise<void> {
  let seen: number;
  do {
    seen = activities;
    for (let pauses = 0; pauses < quietPauses; pauses += 1) {
      await pause(quietMilliseconds);
      await turn();
    }
  } while (inFlight > 0 || activities !== seen);
}
