import type { TolerantBillingEvent, UnknownBillingEvent } from "../events/billing-event.js";
import {
  type CheckedPattern,
  type EventGroup,
  type EventPattern,
  type WebhookContext,
  type WebhookHandlers,
  webhookHandlers,
} from "./handlers.js";
import { webhookReceiver } from "./receiver.js";

/** Code that must not compile, and never runs: the type checker is the test. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

holds<
  Equal<
    EventGroup,
    | "benefit"
    | "benefit_grant"
    | "checkout"
    | "customer"
    | "order"
    | "organization"
    | "product"
    | "refund"
    | "subscription"
  >
>();

webhookHandlers()
  .on("order.paid", (event, context) => {
    holds<Equal<typeof event, TolerantBillingEvent<"order.paid">>>();
    holds<Equal<typeof context, WebhookContext>>();
    event.data.totalAmount satisfies number;
    // @ts-expect-error an order has no such field
    event.data.totalAmout;
    // @ts-expect-error events are for reading
    event.data.totalAmount = 0;
  })
  .on("order.*", async (event) => {
    holds<
      Equal<typeof event, TolerantBillingEvent<"order.created" | "order.updated" | "order.paid" | "order.refunded">>
    >();
    event.data.totalAmount satisfies number;
    // @ts-expect-error the group has no such type
    event.type === "refund.created";
  })
  .on("customer.*", (event) => {
    if (event.type === "customer.state_changed") event.data.activeSubscriptions satisfies readonly unknown[];
    // @ts-expect-error only the state has subscriptions
    else event.data.activeSubscriptions;
  })
  .on("benefit.*", (event) => {
    holds<Equal<typeof event, TolerantBillingEvent<"benefit.created" | "benefit.updated">>>();
  })
  .on("benefit_grant.*", ({ data }) => data.customerId satisfies string)
  .on("*", (event) => {
    holds<Equal<typeof event, TolerantBillingEvent | UnknownBillingEvent>>();
    if (event.type === "refund.created") event.data.orderId satisfies string;
    // @ts-expect-error of all events not even this is known of the data
    event.data.id;
  });

/*
 * The compiler's list for a misspelt pattern: "Argument of type '"order.payed"' is not assignable to parameter of type
 * '…'".
 */

type OfOrder = "order.created" | "order.updated" | "order.paid" | "order.refunded" | "order.*";
holds<Equal<CheckedPattern<"order.paid">, "order.paid">>();
holds<Equal<CheckedPattern<"order.payed">, OfOrder>>();
holds<Equal<CheckedPattern<"orders.*">, OfOrder>>();
holds<Equal<CheckedPattern<"order">, OfOrder>>();
holds<Equal<CheckedPattern<"ord.paid">, OfOrder>>();
holds<Equal<CheckedPattern<"oder.paid">, "order.paid">>();
holds<Equal<CheckedPattern<"purchase">, "*" | `${EventGroup}.*`>>();
holds<Equal<CheckedPattern<string>, EventPattern>>();

const handlers = webhookHandlers();
// @ts-expect-error a misspelt type
handlers.on("order.payed", () => undefined);
// @ts-expect-error there is no such group
handlers.on("orders.*", () => undefined);
// @ts-expect-error a group is written with a star
handlers.on("order", () => undefined);
// @ts-expect-error a refund is no order
handlers.on("order.paid", (event: TolerantBillingEvent<"refund.created">) => event);
// @ts-expect-error the handler is a function
handlers.on("order.paid", undefined);

interface AppContext extends WebhookContext {
  readonly database: { readonly name: string };
}

const withDatabase: WebhookHandlers<AppContext> = webhookHandlers<AppContext>().on(
  "order.paid",
  (_event, { database }) => database.name satisfies string,
);
const secret = "a secret";
const database = { name: "app" };

webhookReceiver({ secret, handlers });
webhookReceiver({ secret, handlers: withDatabase, contextOf: (base) => ({ ...base, database }) });
webhookReceiver({ secret, handlers: withDatabase, contextOf: async (base) => ({ ...base, database }) });
// @ts-expect-error these handlers need a database, and no context is given
webhookReceiver({ secret, handlers: withDatabase });
// @ts-expect-error nor does this
webhookReceiver({ secret, handlers: withDatabase, contextOf: (base) => base });
// @ts-expect-error without a database these cannot run
withDatabase satisfies WebhookHandlers;
// @ts-expect-error without a secret no delivery can be verified
webhookReceiver({ handlers });
