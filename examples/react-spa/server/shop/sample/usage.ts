import { meter as meterEntity } from "@keyhold/billing-schema";
import { type MeterEvent, quantityOf } from "@keyhold/billing-schema/rules";
import type { UsageView } from "../../../shared/shop.ts";
import { meter } from "./catalogue.ts";
import { daysBefore } from "./purchases.ts";
import { randomFrom } from "./random.ts";

const dayMilliseconds = 86_400_000;

/** The cups that the machines have counted on a day, as the app reports them to the provider: fewer at weekends. */
function eventsOf(day: Date): readonly MeterEvent[] {
  const random = randomFrom(Math.floor(day.getTime() / dayMilliseconds));
  const isWeekend = [0, 6].includes(day.getUTCDay());
  return Array.from({ length: 4 }, (_, machine) => ({
    name: "cup.poured",
    source: "user",
    timestamp: day,
    metadata: { machine, cups: Math.round((isWeekend ? 6 : 42) + random() * (isWeekend ? 9 : 26)) },
  }));
}

/** The quantity of each of the last 30 days, by the provider's rules for meters. */
export function usageUntil(now: Date): UsageView {
  const { name, filter, aggregation } = meterEntity.decode(meter);
  const rule = { filter, aggregation };
  const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const days = Array.from({ length: 30 }, (_, index) => {
    const day = daysBefore(new Date(today), 29 - index);
    return { day: day.toISOString().slice(0, 10), units: quantityOf(rule, eventsOf(day)) };
  });
  return { meter: name, days };
}
