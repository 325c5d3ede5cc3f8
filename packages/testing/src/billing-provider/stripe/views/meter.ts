import type { MeterRow } from "../../data/rows.js";
import { secondsOf } from "./seconds.js";

/** The name of the events that a meter counts. */
export const eventNameOf = ({ filter }: MeterRow): string =>
  String((Object(filter).clauses as readonly { readonly value?: unknown }[] | undefined)?.[0]?.value);

export const meterView = (row: MeterRow) =>
  ({
    id: row.id,
    object: "billing.meter",
    created: secondsOf(row.created_at),
    updated: secondsOf(row.modified_at ?? row.created_at),
    display_name: row.name,
    event_name: eventNameOf(row),
    default_aggregation: { formula: row.aggregation.func === "count" ? ("count" as const) : ("sum" as const) },
    livemode: false,
    status: "active",
  }) as const;
