import type { OfferedProvider } from "../../shared/offered-provider.ts";

/** The configured providers, which the server has written into the page. */
export const offeredProviders: readonly OfferedProvider[] = JSON.parse(
  document.documentElement.dataset.providers ?? "[]",
);

/** The name of a provider, or the id of one that is no longer offered. */
export const nameOfProvider = (id: string): string => offeredProviders.find((one) => one.id === id)?.name ?? id;
