import type { Context } from "@keyhold/core/plugin";
import type { AskedMirror } from "../mirror/absent.js";
import { benefits, grants } from "../mirror/entities.js";
import { grantsOf, listsOf } from "../mirror/lists.js";
import { ignoreProgress, type OnBillingProgress } from "../mirror/progress.js";
import { lastSyncAt } from "../mirror/sync-progress.js";
import { BillingProviderError } from "../provider/error.js";
import { catalogueFindings } from "./catalogue.js";
import { type Comparison, compareList, countRows, emptyComparison, lookAgain } from "./compare.js";
import { type CheckedDeliveries, checkDeliveries } from "./deliveries.js";
import { type CheckFinding, comparisonFindings, deliveryFindings, rejected } from "./findings.js";

/** A table of the mirror beside the provider, in counts. */
export interface ComparedEntity
  extends Readonly<Pick<Comparison, "entity" | "atProvider" | "missing" | "outdated" | "altered" | "gone">> {
  readonly inMirror: number;
}

/** What a check has found. */
export interface Checked {
  readonly environment: string;
  /** Null if the provider rejects the access token, or if only the catalogue is checked. */
  readonly deliveries: CheckedDeliveries | null;
  readonly entities: ComparedEntity[];
  /** When `syncAll` last came to its end; null: never, or only the catalogue is checked. */
  readonly syncedAt: Date | null;
  readonly findings: CheckFinding[];
}

/** What is checked. */
export interface CheckScope {
  readonly onProgress?: OnBillingProgress | undefined;
  /** Only whether the provider has the products, benefits and meters of the config: some requests, no query. */
  readonly only?: "catalogue" | undefined;
}

/**
 * Compares the config and the mirror with the provider, and looks for events that were not delivered, without a write.
 */
export async function checkBilling(
  ctx: Context,
  settings: AskedMirror,
  { onProgress = ignoreProgress, only }: CheckScope,
): Promise<Checked> {
  const { environment } = settings.provider;
  const syncedAt = only ? null : await lastSyncAt(ctx);
  const comparisons: Comparison[] = [];
  const base = { environment, syncedAt };
  try {
    const catalogue = await catalogueFindings(settings);
    if (only) return { ...base, deliveries: null, entities: [], findings: [...catalogue] };
    await compareAll(ctx, settings, comparisons, onProgress);
    const deliveries = await checkDeliveries(ctx, settings, onProgress);
    for (const comparison of comparisons) await lookAgain(ctx, comparison);
    const entities = await Promise.all(
      comparisons.map(async ({ suspects: _, hasChangeTimes: __, mirrored, ...counts }) => ({
        ...counts,
        inMirror: await countRows(ctx, mirrored),
      })),
    );
    const findings = [...catalogue, ...deliveryFindings(deliveries, entities), ...entities.flatMap(comparisonFindings)];
    return { ...base, deliveries, entities, findings };
  } catch (error) {
    if (!(error instanceof BillingProviderError) || error.reason !== "unauthorized") throw error;
    return { ...base, deliveries: null, entities: [], findings: [rejected(error, environment)] };
  }
}

async function compareAll(
  ctx: Context,
  settings: AskedMirror,
  comparisons: Comparison[],
  onProgress: OnBillingProgress,
): Promise<void> {
  const benefitIds: string[] = [];
  for (const list of listsOf(settings.provider)) {
    const comparison = emptyComparison(settings.provider, list.name, list.mirrored);
    comparisons.push(comparison);
    const noting = {
      ...list,
      page: async (query: Parameters<typeof list.page>[0]) => {
        const answer = await list.page(query);
        if (list.mirrored === benefits) benefitIds.push(...answer.items.flatMap(({ id }) => (id ? [id] : [])));
        return answer;
      },
    };
    const tell = (done: number, total: number) => onProgress({ entity: list.name, done, total });
    await compareList(ctx, settings, { list: noting, comparison, tell });
  }
  const granted = emptyComparison(settings.provider, "grants", grants);
  comparisons.push(granted);
  for (const id of new Set(benefitIds)) {
    const before = granted.atProvider;
    const tell = (done: number) => onProgress({ entity: "grants", done: before + done, total: null });
    await compareList(ctx, settings, { list: grantsOf(settings.provider, id), comparison: granted, tell });
  }
}
