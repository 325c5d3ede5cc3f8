import { z } from "@keyhold/core/schema";
import type { OnBillingProgress } from "../mirror/progress.js";

/** Beyond this number a sum of units is no longer exact. */
const maxUnits = Number.MAX_SAFE_INTEGER;

/** The id of a user or an organization. */
const id = z.string().min(1).max(255);

/** The owner. Default: the caller. */
export const ofOwner = { referenceId: id.optional() };

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(100).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
};

/** An entity of the provider in the client form. */
export const entity = z.record(z.string(), z.unknown());

export const list = z.object({
  result: z.object({
    items: z.array(entity),
    pagination: z.object({ totalCount: z.number(), maxPage: z.number() }),
  }),
});

/** Called while the provider is read. */
export const onProgress = z
  .custom<OnBillingProgress>((value) => typeof value === "function", "Must be a function")
  .optional();

/** The input of a call that reads the provider. */
export const readingInput = z.object({ onProgress });

/** The input of `check`. "catalogue": only whether the provider has what the config names. */
export const checkInput = readingInput.extend({ only: z.literal("catalogue").optional() });

/** The owner of a server-side call: one of the two ids. */
export const ownerInput = z
  .object({ userId: id.optional(), organizationId: id.optional(), onProgress })
  .refine(({ userId, organizationId }) => (userId === undefined) !== (organizationId === undefined), {
    message: "Give either userId or organizationId",
  });

/** What a reading of the provider did. */
export const synced = z.object({
  /** How many entities the provider answered. */
  read: z.number(),
  /** How many rows of the mirror changed. */
  written: z.number(),
});

/** What a check of the mirror has found. */
export const checked = z.object({
  /** Where the access token is valid, e.g. "production". */
  environment: z.string(),
  /** Null if the provider rejects the access token, or if only the catalogue is checked. */
  deliveries: z
    .object({
      /** Whether the provider ever tried to deliver an event. */
      hasAny: z.boolean(),
      /** The newest delivery; null without a delivery. */
      last: z
        .object({ type: z.string(), at: z.date(), isAccepted: z.boolean(), status: z.number().nullable() })
        .nullable(),
      /** How many events this app has not accepted, of which a delivery failed. */
      failed: z.number(),
      oldestFailedAt: z.date().nullable(),
    })
    .nullable(),
  entities: z.array(
    z.object({
      entity: z.string(),
      atProvider: z.number(),
      inMirror: z.number(),
      /** Entities without a row. */
      missing: z.number(),
      /** Rows of an older version. */
      outdated: z.number(),
      /** Rows with another value at the provider's version. */
      altered: z.number(),
      /** Active rows that the provider does not know by their ids. */
      gone: z.number(),
    }),
  ),
  /** When `syncAll` last came to its end; null: never. */
  syncedAt: z.date().nullable(),
  /** Empty if all is well; each message is a sentence that names the next command. */
  findings: z.array(z.object({ subject: z.string(), message: z.string() })),
});

/** The input of `has` and `require`. Without an id: the user of the session, with the active organization. */
export const entitlementInput = z
  .object({
    entitlement: z.string(),
    userId: id.optional(),
    organizationId: id.optional(),
    /** Whether what any organization of the user has counts, too. Not with `organizationId`. */
    anyOrganization: z.boolean().optional(),
    /** Of a meter: whether so many units are left. */
    units: z.number().positive().max(maxUnits).optional(),
  })
  .refine(({ anyOrganization, organizationId }) => !(anyOrganization && organizationId !== undefined), {
    message: "Give either anyOrganization or organizationId",
  });

/** The answer of `has` to an entitlement that the owner has. */
export const granted = z.object({
  has: z.literal(true),
  because: z.enum(["benefit", "subscription", "trial", "grace", "order", "balance"]),
  /** The provider's id of the grant, subscription, order or meter. */
  source: z.string(),
  /** When the entitlement ends, as far as is known; null: no end is known. */
  until: z.date().nullable(),
  /** The units that are left on the meter; null for other sources. */
  balance: z.number().nullable(),
});

/** The answer of `has`. */
export const verdict = z.union([
  granted,
  z.object({
    has: z.literal(false),
    because: z.enum(["never-bought", "ended", "past-due", "no-balance", "unknown-status"]),
  }),
]);

/** The provider's id of a product or a discount. */
const providerId = z.string().min(1).max(255);
const url = z.string().optional();

/** What a browser may say of a purchase. Other fields are left out, also those of prices and of the length of a trial. */
export const checkoutFields = {
  /** The provider's ids of configured products. */
  products: z.union([providerId, z.array(providerId).min(1).max(20)]).optional(),
  /** The name of a product in `products` of the config. */
  slug: z.string().max(255).optional(),
  seats: z.number().int().min(1).max(1_000_000).optional(),
  /** True: fail without the trial of the product; false: pay at once. Default: a trial if the owner gets it. */
  trial: z.boolean().optional(),
  customFieldData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  allowDiscountCodes: z.boolean().optional(),
  discountId: providerId.optional(),
  redirect: z.boolean().default(true),
  /** May contain `{CHECKOUT_ID}`. */
  successUrl: url,
  returnUrl: url,
  embedOrigin: url,
};

/** How long the trial of a checkout takes; 0: none. Only for a product with `trial`. */
export const trialDays = z.number().optional();

/** Where the browser goes, and whether a client sends it there. */
export const link = z.object({ url: z.string(), redirect: z.boolean() });

/** What the provider takes as metadata of an event: at most 50 values, of which one may be the units. */
export const usageMetadata = z
  .record(
    z.string().min(1).max(40),
    z.union([z.string().min(1).max(500), z.number().min(-maxUnits).max(maxUnits), z.boolean()]),
  )
  .refine((metadata) => Object.keys(metadata).length < 50, { message: "At most 49 values" });

/** The input of `track` and `reserve`. Without an id: the active organization of the session, else its user. */
export const usageInput = z.object({
  /** A name in `usage.events` of the config. */
  event: z.string().max(255),
  /** Of a meter that adds up: the units. Default 1. */
  units: z.number().positive().max(maxUnits).optional(),
  metadata: usageMetadata.optional(),
  /** A use of the owner with a key that is known is no further use, e.g. the id of a request. */
  key: z.string().min(1).max(255).optional(),
  userId: id.optional(),
  organizationId: id.optional(),
});
