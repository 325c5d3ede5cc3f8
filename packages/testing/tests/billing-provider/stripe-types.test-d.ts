import type Stripe from "stripe";
import { expectTypeOf, test } from "vitest";
import type { checkoutSessionView } from "../../src/billing-provider/stripe/views/checkout.js";
import type { customerView } from "../../src/billing-provider/stripe/views/customer.js";
import type { invoiceView } from "../../src/billing-provider/stripe/views/invoice.js";
import type { meterView } from "../../src/billing-provider/stripe/views/meter.js";
import type { productView } from "../../src/billing-provider/stripe/views/product.js";
import type { subscriptionView } from "../../src/billing-provider/stripe/views/subscription.js";

/** Some fields of an object, and of the objects in it. */
type Some<Whole> = Whole extends readonly (infer Item)[]
  ? readonly Some<Item>[]
  : Whole extends object
    ? { readonly [Name in keyof Whole]?: Some<Whole[Name]> | undefined }
    : Whole;

test("the provider for tests answers fields of Stripe's objects, and no others", () => {
  type Customer = ReturnType<typeof customerView>;
  expectTypeOf<Customer>().toExtend<Some<Stripe.Customer>>();
  expectTypeOf<keyof Customer>().toExtend<keyof Stripe.Customer>();
  type Product = ReturnType<typeof productView>;
  expectTypeOf<Product>().toExtend<Some<Stripe.Product>>();
  expectTypeOf<keyof Product>().toExtend<keyof Stripe.Product>();
  type Subscription = ReturnType<typeof subscriptionView>;
  expectTypeOf<Subscription>().toExtend<Some<Stripe.Subscription>>();
  expectTypeOf<keyof Subscription>().toExtend<keyof Stripe.Subscription>();
  type Invoice = ReturnType<typeof invoiceView>;
  expectTypeOf<Invoice>().toExtend<Some<Stripe.Invoice>>();
  expectTypeOf<keyof Invoice>().toExtend<keyof Stripe.Invoice>();
  type Session = ReturnType<typeof checkoutSessionView>;
  expectTypeOf<Session>().toExtend<Some<Stripe.Checkout.Session>>();
  expectTypeOf<keyof Session>().toExtend<keyof Stripe.Checkout.Session>();
  type Meter = ReturnType<typeof meterView>;
  expectTypeOf<Meter>().toExtend<Some<Stripe.Billing.Meter>>();
  expectTypeOf<keyof Meter>().toExtend<keyof Stripe.Billing.Meter>();
});
