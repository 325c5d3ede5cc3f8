import { signWebhook } from "@keyhold/billing-schema/webhook";
import { expect } from "vitest";

interface Receiver {
  readonly handler: (request: Request) => Promise<Response>;
  readonly idle: () => Promise<unknown>;
}

let sent = 0;

/** Delivers events to an auth, `together` at once, and expects that each is handled. */
export async function deliverEvents(
  auth: Receiver,
  events: readonly object[],
  { secret, now = new Date(), together = 1 }: { secret: string; now?: Date; together?: number },
): Promise<void> {
  for (let begin = 0; begin < events.length; begin += together) {
    const answers = events.slice(begin, begin + together).map(async (event) => {
      sent += 1;
      const body = JSON.stringify(event);
      const headers = await signWebhook({ secret, id: `event-${sent}`, sentAt: now, body });
      const url = "https://app.example.com/api/auth/billing/webhook";
      return (await auth.handler(new Request(url, { method: "POST", headers, body }))).status;
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  }
  await auth.idle();
}
