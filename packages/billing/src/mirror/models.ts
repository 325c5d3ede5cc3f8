import { balances, benefits, customers, grants, orders, products, refunds, subscriptions } from "./entities.js";

// For queries of the app.

/** The mirrored customers. */
export const billingCustomerModel = customers.model;
/** The mirrored products. */
export const billingProductModel = products.model;
/** The mirrored benefits. */
export const billingBenefitModel = benefits.model;
/** The mirrored subscriptions. */
export const billingSubscriptionModel = subscriptions.model;
/** The mirrored orders. */
export const billingOrderModel = orders.model;
/** The mirrored refunds. */
export const billingRefundModel = refunds.model;
/** The mirrored granted benefits. */
export const billingGrantModel = grants.model;
/** The mirrored balances of meters. */
export const billingMeterBalanceModel = balances.model;
