import { sampleEvent } from "./sample-event.js";

/** Code that must not compile, and never runs: the type checker is the test. */

export const status: "active" | "canceled" | string = sampleEvent("subscription.active").data.status;
sampleEvent("order.paid", { customer: { billingAddress: { country: "DE" } }, items: [] });
// @ts-expect-error no such event
sampleEvent("order.payed");
// @ts-expect-error a field of another entity
sampleEvent("order.paid", { activeSubscriptions: [] });
// @ts-expect-error the client form has no such name
sampleEvent("order.paid", { total_amount: 1 });
// @ts-expect-error the amount is a number
sampleEvent("order.paid", { totalAmount: "1" });
// @ts-expect-error a list is replaced as a whole: the items must be complete
sampleEvent("order.paid", { items: [{ amount: 1 }] });
