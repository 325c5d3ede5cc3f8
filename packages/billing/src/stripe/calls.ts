import type { BillingProvider } from "../provider/billing-provider.js";
import { absent } from "./absent.js";
import { checkoutsOf } from "./checkouts.js";
import { customerIds } from "./customer-id.js";
import { customersOf } from "./customers.js";
import { deliveriesOf } from "./deliveries.js";
import { customerSearch } from "./find-customer.js";
import { ordersOf } from "./orders.js";
import { createKnownOwners } from "./owners.js";
import { portalOf } from "./portal.js";
import { productsOf } from "./products.js";
import { stateOf } from "./state.js";
import { subscriptionsOf } from "./subscriptions.js";
import { metersOf, usageOf } from "./usage.js";
import type { Wire } from "./wire.js";

/** All calls of the port. */
export function callsOf(wire: Wire): Omit<BillingProvider, "id" | "environment" | "capabilities" | "webhooks"> {
  const owners = createKnownOwners();
  const search = customerSearch(wire, owners);
  const customers = customersOf(wire, owners, search);
  const customerIdOf = customerIds(search);
  return {
    ...absent,
    customers,
    state: stateOf(wire, search),
    checkouts: checkoutsOf(wire, customers),
    portal: portalOf(wire, search),
    subscriptions: subscriptionsOf(wire, customerIdOf),
    orders: ordersOf(wire, customerIdOf),
    products: productsOf(wire),
    meters: metersOf(wire),
    usage: usageOf(wire, search),
    deliveries: deliveriesOf(wire),
  };
}
