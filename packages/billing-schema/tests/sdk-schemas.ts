import { isDateText, isObject } from "./declared.ts";

/**
 * The request schemas of two of the provider's SDKs: 0.32.16, with the first spelling, and 0.49.0, the last with
 * schemas. The newest SDK has types alone.
 */
interface SdkSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** The SDK's output for a wire form given as its client form; undefined if the SDK rejects the input. */
export type Sdk = (wire: unknown) => unknown;

const components: { readonly [request: string]: string } = {
  CheckoutCreate: "components/checkoutcreate CheckoutCreate",
  CheckoutUpdate: "components/checkoutupdate CheckoutUpdate",
  CustomerCreate: "components/customercreate CustomerCreate",
  CustomerSessionCreate: "operations/customersessionscreate CustomerSessionsCreateCustomerSessionCreate",
  CustomerUpdate: "components/customerupdate CustomerUpdate",
  CustomerUpdateByExternalId: "components/customerupdateexternalid CustomerUpdateExternalID",
  EventsIngest: "components/eventsingest EventsIngest",
  LicenseKeyActivate: "components/licensekeyactivate LicenseKeyActivate",
  LicenseKeyDeactivate: "components/licensekeydeactivate LicenseKeyDeactivate",
  LicenseKeyValidate: "components/licensekeyvalidate LicenseKeyValidate",
  RefundCreate: "components/refundcreate RefundCreate",
  SubscriptionUpdate: "components/subscriptionupdate SubscriptionUpdate",
};

async function schemaOf(sdk: string, request: string, direction: "inbound" | "outbound"): Promise<SdkSchema> {
  const [path, name] = (components[request] ?? "").split(" ");
  const module: object = await import(`${sdk}/models/${path}.js`);
  const schema: unknown = Reflect.get(module, `${name}$${direction}Schema`);
  if (!isSchema(schema)) throw new Error(`${sdk} has no schema of ${request}.`);
  return schema;
}

const isSchema = (value: unknown): value is SdkSchema =>
  typeof value === "object" && value !== null && "safeParse" in value;

/** Reads the wire form by the SDK's own schema, and encodes the result. */
export async function firstSdk(request: string): Promise<Sdk> {
  const inbound = await schemaOf("@polar-sh/sdk", request, "inbound");
  const outbound = await schemaOf("@polar-sh/sdk", request, "outbound");
  return (wire) => {
    const read = inbound.safeParse(wire);
    return read.success ? outbound.safeParse(read.data).data : undefined;
  };
}

export async function lastSdk(request: string): Promise<Sdk> {
  const outbound = await schemaOf("polar-sdk-with-schemas", request, "outbound");
  return (wire) => outbound.safeParse(sdkForm(wire)).data;
}

const maps = /^(?:metadata|customer_metadata|custom_field_data|conditions|meta|unit_label)$/;
/** Maps with structures in them. */
const structured = /^(?:prices|_llm|_cost)$/;
const dates = /^(?:timestamp|trial_end|current_billing_period_end|resumes_at)$/;

/** The client form of the SDK, by the SDK's only rule. */
function sdkForm(wire: unknown, at = ""): unknown {
  if (Array.isArray(wire)) return wire.map((item) => sdkForm(item));
  if (!isObject(wire)) return dates.test(at) && isDateText(wire) ? new Date(String(wire)) : wire;
  const keepsKeys = maps.test(at) || at === "prices";
  return Object.fromEntries(
    Object.entries(wire).map(([key, value]) => {
      if (keepsKeys) return [key, maps.test(at) && !structured.test(key) ? value : sdkForm(value)];
      return [key.replace(/(?<=.)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), sdkForm(value, key)];
    }),
  );
}

/** The SDKs' defaults, which are the provider's. */
const defaults: { readonly [key: string]: unknown } = {
  allow_discount_codes: true,
  allow_trial: true,
  is_business_customer: false,
  minimum_amount: 50,
  require_billing_address: false,
  revoke_benefits: false,
  type: "individual",
};

/** Without the SDK's additions to a wire form. */
export function withoutDefaults(written: unknown, wire: unknown): unknown {
  if (Array.isArray(written)) return written.map((item, index) => withoutDefaults(item, Object(wire)[index]));
  if (!isObject(written) || !isObject(wire)) return written;
  return Object.fromEntries(
    Object.entries(written)
      .filter(([key, value]) => value !== undefined && (key in wire || defaults[key] !== value))
      .map(([key, value]) => [key, withoutDefaults(value, wire[key])]),
  );
}
