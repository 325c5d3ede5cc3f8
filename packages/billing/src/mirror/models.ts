import { balances, benefits, customers, grants, orders, products, refunds, subscriptions } from "./entities.js";

// For queries of the app.
export const billingCustomerModel = customers.model;
export const billingProductModel = products.model;
export const billingBenefitModel = benefits.model;
export const billingSubscriptionModel = subscriptions.model;
export const billingOrderModel = orders.model;
export const billingRefundModel = refunds.model;
export const billingGrantModel = grants.model;
export const billingMeterBalanceModel = balances.model;
