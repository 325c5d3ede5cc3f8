const failing = new Set<string>();

/** The next handler of this event throws once, to show "Send again". */
export const failOnce = (eventId: string): void => void failing.add(eventId);

export function failIfAsked(eventId: string): void {
  if (failing.delete(eventId)) throw new Error("The activity feed is not reachable. This test event fails once.");
}
