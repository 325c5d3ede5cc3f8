import type { Catalogue } from "../catalogue/catalogue.js";
import type { BillingProvider } from "../provider/billing-provider.js";

/** The settings of the mirror. */
export interface MirrorSettings {
  /** Null: the mirror asks no provider. */
  readonly provider: BillingProvider | null;
  readonly keep: "all" | "columns";
  readonly catalogue: Catalogue;
}
