import { expect, test } from "vitest";
import { openShop, signatureOf } from "./shop.ts";

/** The answer of the provider, with the pause that the seller has set at the subscriptions. */
async function withPause(answer: Response, behavior: string): Promise<Response> {
  const text = await answer.text();
  const paused = text.replaceAll('"pause_collection":null', `"pause_collection":{"behavior":"${behavior}"}`);
  return new Response(paused, { status: answer.status, headers: answer.headers });
}

// https://docs.stripe.com/billing/subscriptions/pause-payment
test.each([
  ["void", false],
  ["keep_as_draft", true],
])("a subscription whose payments are paused with %s unlocks its product: %s", async (behavior, isUnlocked) => {
  let isPaused = false;
  const shop = await openShop({
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      return isPaused && answer.ok ? withPause(answer, behavior) : answer;
    },
  });
  const { headers, user } = await shop.person("ada");
  const has = async () => (await shop.api.has({ entitlement: "pro", userId: user.id })).has;
  /** The event of Stripe for any change, after which the app reads the subscription. */
  const change = async (id: string) => {
    const bought = shop.desk.events.find(({ type }) => type === "customer.subscription.created")?.body ?? "";
    const body = JSON.stringify({ ...JSON.parse(bought), id, type: "customer.subscription.updated" });
    const at = Math.floor(shop.clock.now().getTime() / 1000);
    expect((await shop.deliverBody(body, signatureOf(body, { at }))).status).toBe(200);
  };
  await shop.buy(headers, { slug: "pro" });
  expect(await has()).toBe(true);

  isPaused = true;
  await change("evt_paused");
  expect(await has()).toBe(isUnlocked);
  const state = await shop.provider.state(user.id);
  expect(state?.activeSubscriptions).toHaveLength(isUnlocked ? 1 : 0);

  isPaused = false;
  await change("evt_resumed");
  expect(await has()).toBe(true);
});
