/** How far a reading of the payments provider is. */
export interface BillingProgress {
  /** What is read: "customers", "orders" and so on; for `replay` "deliveries", then "events" that are asked for. */
  readonly entity: string;
  readonly done: number;
  /** How many there are; null if the provider does not say it. */
  readonly total: number | null;
}

/** Called after each page, and after each event that is asked for. */
export type OnBillingProgress = (progress: BillingProgress) => void;

export const ignoreProgress: OnBillingProgress = () => undefined;
