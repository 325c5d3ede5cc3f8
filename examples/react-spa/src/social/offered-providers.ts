import type { OfferedProvider } from "../../shared/offered-provider.ts";

/** Those that the server has written into the page: it knows which ones are configured. */
export const offeredProviders: readonly OfferedProvider[] = JSON.parse(
  document.documentElement.dataset.providers ?? "[]",
);

/** Its name, or the id of one that is not offered any more. */
export const nameOfProvider = (id: string): string => offeredProviders.find((one) => one.id === id)?.name ?? id;
