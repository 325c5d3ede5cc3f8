import { BillingSchemaError } from "@keyhold/billing-schema";
import type { Claim, WebhookEvent, WebhookStep } from "@keyhold/billing-schema/webhook";
import { type Context, type Model, withColumns } from "@keyhold/core/plugin";
import type { BillingContext, BillingHandlers } from "../webhook/handlers.js";
import { rowIdOf, webhookEventModel } from "../webhook/webhook-event.js";
import { askAbsentLater } from "./absent.js";
import type { MirrorRow } from "./entities.js";
import type { CommonRow } from "./mirrored.js";
import { type Part, partsOfEvent } from "./parts.js";
import type { MirrorSettings } from "./settings.js";
import { previousColumns } from "./tables.js";
import { compareRowVersions } from "./version.js";
import { writeParts } from "./write.js";

/** What the mirror has of an event, for handlers. */
export interface MirroredEvent {
  /** The row of the event's entity; null without a mirror, and for events of a type without a table. */
  readonly row: MirrorRow | null;
  /** The row before this event, without `wire`; null if there was no row. */
  readonly previous: MirrorRow | null;
  /** Whether the mirror knew a newer state already: the event is late. */
  readonly isStale: boolean;
}

export const notMirrored: MirroredEvent = { row: null, previous: null, isStale: false };

const mirroredEventModel = withColumns(webhookEventModel, previousColumns);

const stepName = "mirror";

/** The mirror at work on one delivery. */
export interface MirrorStep {
  /** The given handlers, after the step that writes the mirror. */
  readonly handlers: BillingHandlers;
  /** The error of an event that no database stores as it is. */
  check(event: WebhookEvent): BillingSchemaError | null;
  /** What handlers get. */
  mirroredBy(claim: Claim): Promise<MirroredEvent>;
}

/** Writes the rows of an event in the claim of the event, once, before the handlers of the app run. */
export function mirrorStep(ctx: Context, settings: MirrorSettings, handlers: BillingHandlers): MirrorStep {
  let parts: readonly Part[] = [];
  let checked: WebhookEvent | null = null;
  let mirrored: MirroredEvent | null = null;
  let rowId = "";
  const read = (event: WebhookEvent): void => {
    if (checked === event) return;
    parts = partsOfEvent(event, settings.keep);
    checked = event;
  };
  const stepsFor = (event: WebhookEvent): readonly WebhookStep<BillingContext>[] => {
    const steps = handlers.stepsFor(event);
    read(event);
    if (parts.length === 0) return steps;
    const run = async ({ commit }: BillingContext): Promise<void> => {
      mirrored = await commit((tx) => writeEvent(tx, settings, parts, steps.length > 0 ? rowId : null));
      if (event.type === "customer.state_changed") askAbsentLater(ctx, settings, event);
    };
    return [{ name: stepName, run }, ...steps];
  };
  return {
    handlers: { ...handlers, stepsFor },
    check: (event) => {
      read(event);
      return unstorableError(event, parts);
    },
    mirroredBy: async (claim) => {
      rowId = rowIdOf(claim);
      mirrored ??= claim.done.has(stepName) ? await readEvent(ctx, parts, claim) : notMirrored;
      return mirrored;
    },
  };
}

/** With the column, and without the value: the event is signed, but is about customers. */
function unstorableError({ type }: WebhookEvent, parts: readonly Part[]): BillingSchemaError | null {
  const issues = parts.flatMap(({ mirrored: { model }, unstorable }) =>
    unstorable === null ? [] : [{ path: [model.name, unstorable], message: "has a value that no database stores" }],
  );
  return issues.length === 0 ? null : new BillingSchemaError(String(type), issues.slice(0, maxIssues));
}

const maxIssues = 100;

type Tx = Parameters<Parameters<BillingContext["commit"]>[0]>[0];

/** `rowId`: the record of the event, for handlers that run again; null without handlers. */
async function writeEvent(
  tx: Tx,
  settings: MirrorSettings,
  parts: readonly Part[],
  rowId: string | null,
): Promise<MirroredEvent> {
  const main = (await writeParts(tx, settings, parts)).find(({ part }) => part.isMain);
  if (!main) return notMirrored;
  const { row, part } = main;
  // The provider's form of an earlier state would outlive the row.
  const previous = main.previous && { ...main.previous, wire: null };
  if (rowId !== null && previous !== null) await tx.db.update(mirroredEventModel, rowId, { previous });
  return eventOf(part, row, previous);
}

const eventOf = (part: Part, row: CommonRow, previous: CommonRow | null): MirroredEvent => ({
  row: row as MirrorRow,
  previous: previous as MirrorRow | null,
  isStale: compareRowVersions(part.row, row) < 0,
});

/** What an earlier delivery of the event has written. */
async function readEvent(ctx: Context, parts: readonly Part[], claim: Claim): Promise<MirroredEvent> {
  const main = parts.find(({ isMain }) => isMain);
  if (!main) return notMirrored;
  const { model } = main.mirrored;
  const row = await ctx.db.find(model, { id: main.row.id });
  if (!row) return notMirrored;
  const event = await ctx.db.find(mirroredEventModel, { id: rowIdOf(claim) });
  const previous = event?.previous ? withDates(model, event.previous) : null;
  return eventOf(main, row as CommonRow, previous);
}

/** A row that was stored as JSON. */
function withDates(model: Model, row: CommonRow): CommonRow {
  const values = Object.entries(row).map(([name, value]) => {
    const isDate = model.columns[name]?.facts.kind === "date" && typeof value === "string";
    return [name, isDate ? new Date(value) : value] as const;
  });
  return Object.fromEntries(values) as unknown as CommonRow;
}
