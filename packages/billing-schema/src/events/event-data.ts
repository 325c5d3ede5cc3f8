import { type Benefit, benefit, type TolerantBenefit } from "../entities/benefit.js";
import { type BenefitGrant, benefitGrant, type TolerantBenefitGrant } from "../entities/benefit-grant.js";
import {
  type BillingOrganization,
  billingOrganization,
  type TolerantBillingOrganization,
} from "../entities/billing-organization.js";
import { type Checkout, checkout, type TolerantCheckout } from "../entities/checkout.js";
import { type Customer, customer, type TolerantCustomer } from "../entities/customer.js";
import { type CustomerState, customerState, type TolerantCustomerState } from "../entities/customer-state.js";
import { type Order, order, type TolerantOrder } from "../entities/order.js";
import { type Product, product, type TolerantProduct } from "../entities/product.js";
import { type Refund, refund, type TolerantRefund } from "../entities/refund.js";
import { type Subscription, subscription, type TolerantSubscription } from "../entities/subscription.js";

/** The data of each event in strict mode. */
export interface EventData {
  readonly "benefit_grant.created": BenefitGrant;
  readonly "benefit_grant.updated": BenefitGrant;
  readonly "benefit_grant.cycled": BenefitGrant;
  readonly "benefit_grant.revoked": BenefitGrant;
  readonly "benefit.created": Benefit;
  readonly "benefit.updated": Benefit;
  readonly "checkout.created": Checkout;
  readonly "checkout.updated": Checkout;
  readonly "order.created": Order;
  readonly "order.updated": Order;
  readonly "order.paid": Order;
  readonly "order.refunded": Order;
  readonly "organization.updated": BillingOrganization;
  readonly "product.created": Product;
  readonly "product.updated": Product;
  readonly "refund.created": Refund;
  readonly "refund.updated": Refund;
  readonly "subscription.created": Subscription;
  readonly "subscription.active": Subscription;
  readonly "subscription.canceled": Subscription;
  readonly "subscription.uncanceled": Subscription;
  readonly "subscription.revoked": Subscription;
  readonly "subscription.updated": Subscription;
  readonly "customer.created": Customer;
  readonly "customer.updated": Customer;
  readonly "customer.deleted": Customer;
  readonly "customer.state_changed": CustomerState;
}

/** The data of each event in tolerant mode. */
export interface TolerantEventData {
  readonly "benefit_grant.created": TolerantBenefitGrant;
  readonly "benefit_grant.updated": TolerantBenefitGrant;
  readonly "benefit_grant.cycled": TolerantBenefitGrant;
  readonly "benefit_grant.revoked": TolerantBenefitGrant;
  readonly "benefit.created": TolerantBenefit;
  readonly "benefit.updated": TolerantBenefit;
  readonly "checkout.created": TolerantCheckout;
  readonly "checkout.updated": TolerantCheckout;
  readonly "order.created": TolerantOrder;
  readonly "order.updated": TolerantOrder;
  readonly "order.paid": TolerantOrder;
  readonly "order.refunded": TolerantOrder;
  readonly "organization.updated": TolerantBillingOrganization;
  readonly "product.created": TolerantProduct;
  readonly "product.updated": TolerantProduct;
  readonly "refund.created": TolerantRefund;
  readonly "refund.updated": TolerantRefund;
  readonly "subscription.created": TolerantSubscription;
  readonly "subscription.active": TolerantSubscription;
  readonly "subscription.canceled": TolerantSubscription;
  readonly "subscription.uncanceled": TolerantSubscription;
  readonly "subscription.revoked": TolerantSubscription;
  readonly "subscription.updated": TolerantSubscription;
  readonly "customer.created": TolerantCustomer;
  readonly "customer.updated": TolerantCustomer;
  readonly "customer.deleted": TolerantCustomer;
  readonly "customer.state_changed": TolerantCustomerState;
}

/** The entity of each event. */
export const eventData = {
  "benefit_grant.created": benefitGrant,
  "benefit_grant.updated": benefitGrant,
  "benefit_grant.cycled": benefitGrant,
  "benefit_grant.revoked": benefitGrant,
  "benefit.created": benefit,
  "benefit.updated": benefit,
  "checkout.created": checkout,
  "checkout.updated": checkout,
  "order.created": order,
  "order.updated": order,
  "order.paid": order,
  "order.refunded": order,
  "organization.updated": billingOrganization,
  "product.created": product,
  "product.updated": product,
  "refund.created": refund,
  "refund.updated": refund,
  "subscription.created": subscription,
  "subscription.active": subscription,
  "subscription.canceled": subscription,
  "subscription.uncanceled": subscription,
  "subscription.revoked": subscription,
  "subscription.updated": subscription,
  "customer.created": customer,
  "customer.updated": customer,
  "customer.deleted": customer,
  "customer.state_changed": customerState,
};
