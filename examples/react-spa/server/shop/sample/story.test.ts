import { decodeEvent } from "@keyhold/billing-schema";
import { brokenOrderTotals } from "@keyhold/billing-schema/rules";
import { describe, expect, test } from "vitest";
import { purchasesOf, tell } from "./story.ts";
import { usageUntil } from "./usage.ts";

const now = new Date("2026-05-04T09:30:00.000Z");

describe("the sample data", () => {
  test("is in the provider's wire form, strictly, and its totals add up", () => {
    const { past, next } = tell(now);
    const present = Array.from({ length: 30 }, (_, index) => next(new Date(now.getTime() + index * 4000)));
    const own = purchasesOf({ id: "user-1", name: "Ada", email: "ada@example.com" }, now);
    for (const sent of [...past, ...present, ...own]) {
      const event = decodeEvent(JSON.parse(JSON.stringify(sent)));
      if (event.type === "order.paid") expect(brokenOrderTotals(event.data)).toEqual([]);
    }
    expect(new Set(past.map(({ type }) => type)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(present.map(({ type }) => type))).toContain("subscription.updated");
  });

  test("is the same for the same time, and has nothing of the future", () => {
    expect(tell(now).past).toEqual(tell(now).past);
    for (const { timestamp } of tell(now).past) expect(Date.parse(timestamp)).toBeLessThanOrEqual(now.getTime());
  });

  test("has 30 days of usage, until today", () => {
    const { days } = usageUntil(now);
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, "2026-04-05", "2026-05-04"]);
    for (const { units } of days) expect(units).toBeGreaterThan(0);
  });
});
