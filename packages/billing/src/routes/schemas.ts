import { z } from "@keyhold/core/schema";

/** The id of a user or an organization. */
const id = z.string().min(1).max(255);

/** Whose billing. Default: the caller's. */
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

/** The owner of a server-side call: one of the two ids. */
export const ownerInput = z
  .object({ userId: id.optional(), organizationId: id.optional() })
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
