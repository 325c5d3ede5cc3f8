import type { Clock } from "./clock.js";
import type { Claim, Claimed, Settlement, WebhookStore } from "./store.js";

/**
 * The conformance suite of a webhook store. A case opens a store with a clock, and throws at the first error.
 * The store must be empty, or at least without the ids of the cases.
 *
 * @example for (const { name, run } of webhookStoreCases) test(name, () => run(async (now) => myStore({ now })));
 */
export interface WebhookStoreCase {
  readonly name: string;
  readonly run: (openStore: (now: Clock) => Promise<WebhookStore>) => Promise<void>;
}

/** The contract of `WebhookStore`, for any test runner: see `WebhookStoreCase`. */
export const webhookStoreCases: readonly WebhookStoreCase[] = [
  storeCase("the first delivery of an event gets it, as attempt 1 with nothing done", async ({ store }) => {
    const claim = claimOf(await claimEvent(store));
    check(claim.id === id && claim.attempt === 1 && claim.done.size === 0, claim);
  }),

  storeCase("of sixteen deliveries at once one gets the event, and the others are told to wait", async ({ store }) => {
    const answers = await sixteen(() => claimEvent(store));
    check(count(answers, "claimed") === 1 && count(answers, "busy") === 15, answers);
  }),

  storeCase("a delivery that has to wait is told how long at most", async ({ store, clock }) => {
    await claimEvent(store);
    clock.pass(20);
    const answer = await claimEvent(store);
    check(answer.outcome === "busy" && answer.retryAfterSeconds >= 1 && answer.retryAfterSeconds <= 40, answer);
  }),

  storeCase("an expired lease is taken over by one of sixteen, as the next attempt", async ({ store, clock }) => {
    const dead = claimOf(await claimEvent(store));
    clock.pass(leaseSeconds + 1);
    const answers = await sixteen(() => claimEvent(store));
    check(count(answers, "claimed") === 1 && count(answers, "busy") === 15, answers);
    const [claim] = answers.flatMap((answer) => (answer.outcome === "claimed" ? [answer.claim] : []));
    check(claim?.attempt === 2 && claim.lease !== dead.lease, claim);
  }),

  storeCase("a lease that has run out is still good while nobody has taken it over", async ({ store, clock }) => {
    const claim = claimOf(await claimEvent(store));
    clock.pass(leaseSeconds + 1);
    check(await store.markDone(claim, "order.paid#1"), "not marked");
    check(await store.renew(claim, leaseSeconds), "not renewed");
    check((await claimEvent(store)).outcome === "busy", "renewed in vain");
    check(await store.settle(claim, { status: "handled" }), "not settled");
  }),

  storeCase("a renewed lease holds from then on for as long as it was renewed", async ({ store, clock }) => {
    const claim = claimOf(await claimEvent(store));
    clock.pass(50);
    check(await store.renew(claim, leaseSeconds), "not renewed");
    clock.pass(50);
    check((await claimEvent(store)).outcome === "busy", "ran out early");
    clock.pass(20);
    check((await claimEvent(store)).outcome === "claimed", "ran out late");
  }),

  storeCase("whoever has lost the lease is told so by every verb and changes nothing", async ({ store, clock }) => {
    const lost = claimOf(await claimEvent(store));
    await store.markDone(lost, "order.paid#1");
    clock.pass(leaseSeconds + 1);
    const claim = claimOf(await claimEvent(store));
    clock.pass(50);
    check(!(await store.renew(lost, 1000)), "renewed");
    check(!(await store.markDone(lost, "order.paid#2")), "marked");
    for (const settlement of settlements) check(!(await store.settle(lost, settlement)), settlement);
    check((await claimEvent(store)).outcome === "busy", "ended by another's settlement");
    clock.pass(leaseSeconds - 50 + 1);
    const next = claimOf(await claimEvent(store));
    check(next.attempt === claim.attempt + 1 && sameNames(next.done, ["order.paid#1"]), next);
  }),

  storeCase("handlers that are done stay so across failures and deaths", async ({ store, clock }) => {
    const first = claimOf(await claimEvent(store));
    await store.markDone(first, "order.*#1");
    await store.settle(first, failed);
    const second = claimOf(await claimEvent(store));
    check(sameNames(second.done, ["order.*#1"]), second);
    await store.markDone(second, "*#1");
    await store.markDone(second, "*#1");
    clock.pass(leaseSeconds + 1);
    const third = claimOf(await claimEvent(store));
    check(third.attempt === 3 && sameNames(third.done, ["*#1", "order.*#1"]), third);
  }),

  storeCase("sixteen marks and a renewal at once are all kept", async ({ store, clock }) => {
    const claim = claimOf(await claimEvent(store));
    clock.pass(50);
    const names = Array.from({ length: 16 }, (_, index) => `order.paid#${index + 1}`);
    const kept = await Promise.all([
      ...names.map((name) => store.markDone(claim, name)),
      store.renew(claim, leaseSeconds),
    ]);
    check(kept.every(Boolean), kept);
    clock.pass(50);
    check((await claimEvent(store)).outcome === "busy", "a mark undid the renewal");
    await store.settle(claim, failed);
    const { done } = claimOf(await claimEvent(store));
    check(sameNames(done, names), done);
  }),

  storeCase("an event that failed is for one of the next sixteen, at once", async ({ store }) => {
    await store.settle(claimOf(await claimEvent(store)), failed);
    const answers = await sixteen(() => claimEvent(store));
    check(count(answers, "claimed") === 1 && count(answers, "busy") === 15, answers);
  }),

  storeCase("an event that was handled is never given out again", async ({ store, clock }) => {
    const claim = claimOf(await claimEvent(store));
    check(await store.settle(claim, { status: "handled" }), "not settled");
    check(count(await sixteen(() => claimEvent(store)), "settled") === 16, "given out");
    clock.pass(24 * 60 * 60);
    check((await claimEvent(store)).outcome === "settled", "given out a day later");
  }),

  storeCase("an event that was unhandled or undecodable may be sent again", async ({ store }) => {
    for (const settlement of settlements.filter(({ status }) => status !== "handled")) {
      const event = { id: `evt-${settlement.status}` };
      await store.settle(claimOf(await claimEvent(store, event)), settlement);
      const again = claimOf(await claimEvent(store, event));
      check(again.attempt === 2, again);
    }
  }),

  storeCase("a claim ends with its settlement", async ({ store }) => {
    for (const settlement of settlements) {
      const claim = claimOf(await claimEvent(store, { id: `evt-end-${settlement.status}` }));
      check(await store.settle(claim, settlement), settlement);
      check(!(await store.settle(claim, { status: "handled" })), "settled twice");
      check(!(await store.markDone(claim, "order.paid#1")), "marked afterwards");
      check(!(await store.renew(claim, leaseSeconds)), "renewed afterwards");
    }
  }),

  storeCase("a claim of which the store knows nothing is lost", async ({ store }) => {
    const claim: Claim = { id, lease: "another", attempt: 1, done: new Set() };
    check(!(await store.renew(claim, leaseSeconds)), "renewed");
    check(!(await store.markDone(claim, "order.paid#1")), "marked");
    check(!(await store.settle(claim, { status: "handled" })), "settled");
    check(claimOf(await claimEvent(store)).attempt === 1, "a lost claim left something");
  }),

  storeCase("events with other ids are others, whatever the ids look like", async ({ store }) => {
    const ids = ["__proto__", "constructor", "msg_aB", "msg_ab", "it's", "50%", "50_", "!".repeat(255)];
    for (const one of ids) {
      const claim = claimOf(await claimEvent(store, { id: one }));
      check(claim.attempt === 1 && claim.id === one, claim);
      await store.markDone(claim, `${one}#1`);
      await store.settle(claim, failed);
    }
    for (const one of ids) {
      const claim = claimOf(await claimEvent(store, { id: one, type: "" }));
      check(claim.attempt === 2 && sameNames(claim.done, [`${one}#1`]), claim);
    }
  }),

  storeCase("a text with any character, and a long one, can be settled with", async ({ store }) => {
    for (const error of ["", "'; --", "\u{1f4b8} €", "x".repeat(1000)]) {
      const claim = claimOf(await claimEvent(store));
      check(await store.settle(claim, { status: "failed", error }), error);
    }
  }),
];

interface Stage {
  readonly store: WebhookStore;
  readonly clock: { pass(seconds: number): void };
}

function storeCase(name: string, act: (stage: Stage) => Promise<void>): WebhookStoreCase {
  return {
    name,
    run: async (openStore) => {
      let milliseconds = Date.UTC(2026, 2, 14, 15, 9, 26);
      const store = await openStore(() => milliseconds);
      await act({
        store,
        clock: {
          pass: (seconds) => {
            milliseconds += seconds * 1000;
          },
        },
      });
    },
  };
}

const id = "evt-2f1c";
const leaseSeconds = 60;
const failed: Settlement = { status: "failed", error: "Error: the handler threw" };
const settlements: readonly Settlement[] = [
  failed,
  { status: "unhandled" },
  { status: "undecodable", error: "event: data is missing, not an object." },
  { status: "handled" },
];

function claimEvent(
  store: WebhookStore,
  event: { readonly id?: string; readonly type?: string } = {},
): Promise<Claimed> {
  return store.claim({ id, type: "order.paid", leaseSeconds, ...event });
}

function sixteen<Value>(act: () => Promise<Value>): Promise<readonly Value[]> {
  return Promise.all(Array.from({ length: 16 }, act));
}

function claimOf(claimed: Claimed): Claim {
  if (claimed.outcome === "claimed") return claimed.claim;
  throw new Error(`The event was not given out: ${shown(claimed)}`);
}

function count(answers: readonly Claimed[], outcome: Claimed["outcome"]): number {
  return answers.filter((answer) => answer.outcome === outcome).length;
}

function sameNames(done: ReadonlySet<string>, names: readonly string[]): boolean {
  return done.size === names.length && names.every((name) => done.has(name));
}

function check(isSo: boolean, found: unknown): asserts isSo {
  if (!isSo) throw new Error(`Not so: ${shown(found)}`);
}

function shown(found: unknown): string {
  return JSON.stringify(found, (_, value: unknown) => (value instanceof Set ? [...value] : value)) ?? String(found);
}
