import type { Delivery } from "./delivery.ts";

/** The work for a delivery, prepared before the clock starts. */
export type Job = (delivery: Delivery) => () => unknown;

export interface BillingContenderModule {
  readonly job: Job;
}

/** The first four begin with parsed JSON, the fifth with its text, the others with a signed delivery. */
export const billingContenderNames = [
  "zod, plainest schema",
  "keyhold, decode strict",
  "keyhold, decode tolerant",
  "keyhold, encode",
  "keyhold, JSON.parse and decode tolerant",
  "floor, signature and JSON.parse",
  "keyhold, verify and decode tolerant",
  "SDK 0.32.16, validateEvent",
  "SDK 0.32.16 on zod 3, validateEvent",
] as const;
export type BillingContenderName = (typeof billingContenderNames)[number];

const modules: Record<BillingContenderName, () => Promise<BillingContenderModule>> = {
  "zod, plainest schema": () => import("./plain.ts"),
  "keyhold, decode strict": () => import("./strict.ts"),
  "keyhold, decode tolerant": () => import("./tolerant.ts"),
  "keyhold, encode": () => import("./encode.ts"),
  "keyhold, JSON.parse and decode tolerant": () => import("./json.ts"),
  "floor, signature and JSON.parse": () => import("./floor.ts"),
  "keyhold, verify and decode tolerant": () => import("./verify.ts"),
  "SDK 0.32.16, validateEvent": () => import("./sdk.ts"),
  "SDK 0.32.16 on zod 3, validateEvent": () => import("./sdk-on-zod-3.ts"),
};

export const openBillingContender = async (name: BillingContenderName): Promise<Job> => (await modules[name]()).job;

/** The imports of an app for each, in the measurement of the import. */
export const billingEntries = {
  "zod/mini": { entries: ["zod/mini"], first: null },
  "keyhold, decode": { entries: ["@keyhold/billing-schema"], first: "keyhold, decode tolerant" },
  "keyhold, verify and decode": {
    entries: ["@keyhold/billing-schema", "@keyhold/billing-schema/webhook"],
    first: "keyhold, verify and decode tolerant",
  },
  "SDK 0.32.16, validateEvent": { entries: ["@polar-sh/sdk/webhooks"], first: "SDK 0.32.16, validateEvent" },
} as const satisfies Record<
  string,
  { readonly entries: readonly string[]; readonly first: BillingContenderName | null }
>;
export type BillingEntryName = keyof typeof billingEntries;
