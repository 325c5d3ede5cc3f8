import type Stripe from "stripe";
import { expectTypeOf, test } from "vitest";
import type {
  StripeCheckoutSession,
  StripeCustomer,
  StripeDeleted,
  StripeEvent,
  StripeInvoice,
  StripeList,
  StripeMeter,
  StripePortalSession,
  StripePrice,
  StripeProduct,
  StripeSubscription,
} from "../../src/stripe/objects.js";
import type {
  CheckoutParams,
  CustomerParams,
  MeterEventParams,
  PortalParams,
  SubscriptionParams,
} from "../../src/stripe/params.js";
import type { apiVersion } from "../../src/stripe/stripe-options.js";

test("the requests are of the version of the package, and their parameters are parameters of Stripe", () => {
  expectTypeOf<typeof apiVersion>().toEqualTypeOf<typeof Stripe.API_VERSION>();
  expectTypeOf<CustomerParams>().toExtend<Stripe.CustomerCreateParams>();
  expectTypeOf<CustomerParams>().toExtend<Stripe.CustomerUpdateParams>();
  expectTypeOf<CheckoutParams>().toExtend<Stripe.Checkout.SessionCreateParams>();
  expectTypeOf<SubscriptionParams>().toExtend<Stripe.SubscriptionUpdateParams>();
  expectTypeOf<PortalParams>().toExtend<Stripe.BillingPortal.SessionCreateParams>();
  expectTypeOf<MeterEventParams>().toExtend<Stripe.Billing.MeterEventCreateParams>();
  expectTypeOf<{
    delivery_success: boolean;
    limit: number;
    starting_after: string;
  }>().toExtend<Stripe.EventListParams>();
  expectTypeOf<{ email: string; limit: number; starting_after: string }>().toExtend<Stripe.CustomerListParams>();
  expectTypeOf<{ query: string; limit: number }>().toExtend<Stripe.CustomerSearchParams>();
  expectTypeOf<{
    customer: string;
    status: "all" | "ended";
    expand: string[];
  }>().toExtend<Stripe.SubscriptionListParams>();
  expectTypeOf<{ customer: string; expand: string[] }>().toExtend<Stripe.InvoiceListParams>();
});

test("the objects of Stripe have the fields that are read", () => {
  expectTypeOf<Stripe.Customer>().toExtend<StripeCustomer>();
  expectTypeOf<Stripe.DeletedCustomer>().toExtend<StripeDeleted>();
  expectTypeOf<Stripe.Price>().toExtend<StripePrice>();
  expectTypeOf<Stripe.Product>().toExtend<StripeProduct>();
  expectTypeOf<Stripe.Subscription>().toExtend<StripeSubscription>();
  expectTypeOf<Stripe.Invoice>().toExtend<StripeInvoice>();
  expectTypeOf<Stripe.Checkout.Session>().toExtend<StripeCheckoutSession>();
  expectTypeOf<Stripe.BillingPortal.Session>().toExtend<StripePortalSession>();
  expectTypeOf<Stripe.Billing.Meter>().toExtend<StripeMeter>();
  expectTypeOf<Stripe.Event>().toExtend<StripeEvent>();
  expectTypeOf<Stripe.ApiList<Stripe.Customer>>().toExtend<StripeList<StripeCustomer>>();
});
