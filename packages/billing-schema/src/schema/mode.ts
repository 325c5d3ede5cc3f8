/** Strict holds the contract to the letter; tolerant also takes, and keeps, what a newer version of the provider's API sends. */
export type Mode = "strict" | "tolerant";
