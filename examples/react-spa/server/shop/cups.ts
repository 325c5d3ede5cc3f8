import type { UsageView } from "../../shared/shop.ts";
import { auth } from "../auth.ts";
import { isDevelopment } from "../settings.ts";
import { cupsModel } from "./models.ts";
import { store } from "./store.ts";

const dayMilliseconds = 86_400_000;
const shownDays = 30;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The owner of a cup: an organization pays for each, and a member of the tea club has some in the plan. */
type Drinker = { readonly organizationId: string } | { readonly userId: string };

/**
 * Counts a cup: in one transaction with the app's own row. Throws 402 if the plan has no
 * cups left.
 */
export async function pourCup(drinker: Drinker, now: Date): Promise<void> {
  await auth.transaction(async ({ api, tx }) => {
    if ("organizationId" in drinker) await api.billing.track({ event: "cups", ...drinker });
    else await api.billing.reserve({ event: "cups", ...drinker });
    await tx
      .insertInto("shopCups")
      .values({ id: dayOf(now), units: 1 })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ eb }) => ({ units: eb("shopCups.units", "+", 1) })),
      )
      .execute();
  });
}

/** The cups of each of the last 30 days: those of the sample offices, and those that were poured here. */
export async function readUsage(now: Date): Promise<UsageView> {
  const days = Array.from(
    { length: shownDays },
    (_, index) => new Date(now.getTime() - (shownDays - 1 - index) * dayMilliseconds),
  );
  const rows = await store().list(cupsModel, {}, { orderBy: "id", direction: "descending", limit: shownDays });
  const sampleOf = isDevelopment ? (await import("./desk/sales.ts")).cupsOfAll : () => 0;
  return {
    meter: "Cups poured",
    days: days.map((date) => {
      const day = dayOf(date);
      return { day, units: sampleOf(date) + (rows.find(({ id }) => id === day)?.units ?? 0) };
    }),
  };
}
