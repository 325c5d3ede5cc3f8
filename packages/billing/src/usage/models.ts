import { date, defineModel, integer, json, type Model, type Row, text } from "@keyhold/core/plugin";

/** The metadata of an event, in the provider's form. */
export type UsageMetadata = Readonly<Record<string, string | number | boolean>>;

/** Values of `batch` beside the ids of batches. */
export const places = {
  /** Tracked, and in no batch yet. */
  open: "open",
  /** Reserved, and in no batch yet: the known balance is without the units already. */
  reserved: "reserved",
  /** The provider has rejected the event: see `reason`. */
  refused: "refused",
} as const;

/** Tracked usage. Only with a provider. */
export const usageModel = defineModel(
  "billingUsage",
  {
    /** Also the event's own id at the provider. With a key: made of the owner, the event and the key. */
    id: text().atMost(64),
    /** The external id of the owner's customer. */
    owner: text(),
    event: text(),
    key: text().optional(),
    metadata: json<UsageMetadata>(),
    meterId: text().optional(),
    /** The units taken of the meter. May be fractional. */
    units: json<number>(),
    /** The id of the batch of the event, or a value of `places`. */
    batch: text(),
    /** Of a reserved event: the row of `billingHolding` with the reservation. */
    holding: text().optional(),
    /** Why the provider has rejected the event. */
    reason: text().optional().informative("beginning"),
    createdAt: date(),
  },
  {
    indexes: [
      ["batch", "createdAt"],
      ["owner", "id"],
    ],
  },
);

/** A row of `billingUsage`. */
export type UsageRow = Row<typeof usageModel>;

/** The state of a batch. "held": the provider may have counted the batch, or not. */
export type UsageBatchState = "ready" | "sending" | "sent" | "held";

/** Units of a batch, taken from the known balance of an owner. */
export interface CountedUnits {
  readonly owner: string;
  readonly meterId: string;
  readonly units: number;
  /** The row of `billingHolding`; null if the owner had no row. */
  readonly holding: string | null;
}

/** What is sent to the provider by one request. */
export const usageBatchModel = defineModel(
  "billingUsageBatch",
  {
    id: text(),
    state: text(),
    /** When a worker may send the batch. While a worker sends it: the end of the worker's lease. */
    dueAt: date(),
    attempts: integer(),
    counted: json<readonly CountedUnits[]>(),
    createdAt: date(),
  },
  {
    indexes: [
      ["state", "dueAt"],
      ["state", "createdAt"],
    ],
  },
);

/** The tables of an app with a provider. */
export const usageTables: readonly Model[] = [usageModel, usageBatchModel];

/** A row of `billingUsageBatch`. */
export type UsageBatchRow = Row<typeof usageBatchModel>;
