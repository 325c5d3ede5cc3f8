import type { ListedAccount } from "@keyhold/client";
import type { OfferedProvider } from "../../shared/offered-provider.ts";
import { offeredProviders } from "../social/offered-providers.ts";

type Accounts = readonly ListedAccount[];

export const hasPassword = (accounts: Accounts): boolean => accounts.some(isPassword);

export const isPassword = ({ providerId }: ListedAccount): boolean => providerId === "credential";

/** The offered providers that the person can come in by. */
export const linkedProviders = (accounts: Accounts): readonly OfferedProvider[] =>
  offeredProviders.filter(({ id }) => accounts.some(({ providerId }) => providerId === id));

/** Those that could be linked. */
export const otherProviders = (accounts: Accounts): readonly OfferedProvider[] =>
  offeredProviders.filter(({ id }) => !accounts.some(({ providerId }) => providerId === id));
