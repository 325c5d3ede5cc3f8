import type { ListedAccount } from "@keyhold/client";
import type { OfferedProvider } from "../../shared/offered-provider.ts";
import { offeredProviders } from "../social/offered-providers.ts";

type Accounts = readonly ListedAccount[];

export const hasPassword = (accounts: Accounts): boolean => accounts.some(isPassword);

export const isPassword = ({ providerId }: ListedAccount): boolean => providerId === "credential";

/** The offered providers with an account of the user. */
export const linkedProviders = (accounts: Accounts): readonly OfferedProvider[] =>
  offeredProviders.filter(({ id }) => accounts.some(({ providerId }) => providerId === id));

/** The providers that can be linked. */
export const otherProviders = (accounts: Accounts): readonly OfferedProvider[] =>
  offeredProviders.filter(({ id }) => !accounts.some(({ providerId }) => providerId === id));
