import type { CallError } from "@keyhold/react";
import { useState } from "react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { useRead } from "../lists/use-read.js";
import { useOffers } from "../offers.js";
import { hasPassword, useAccounts } from "../user/use-accounts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";
import type { NewApp } from "./Enrolment.js";
import { useOwnerForm } from "./use-owner-form.js";

/** The user's second factors, as the server knows them. */
export type TwoFactorStatus = NonNullable<Awaited<ReturnType<FullClient["twoFactor"]["status"]>>["data"]>;

/** Secrets in place of the section: the server shows them once. */
export type ShownSecret = { readonly app: NewApp } | { readonly codes: readonly string[] };

/** A button of the section. */
export interface SectionAction extends Pick<ActionState, "error"> {
  readonly isBusy: boolean;
  readonly run: () => Promise<boolean>;
}

/** The state of the section of second factors. */
export interface TwoFactorSettingsState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  readonly loading: Loading;
  /** Null: not known yet. */
  readonly status: TwoFactorStatus | null;
  /** Null: show the section. */
  readonly shown: ShownSecret | null;
  /** Starts to set up an app; null: not offered, or set up. */
  readonly app: FormState<"password"> | null;
  /** Takes a code to confirm the app in `shown`; answers the error. */
  readonly confirmApp: (given: { readonly code: string }) => Promise<CallError | null>;
  /** Turns on codes by email; null: not offered, or on. */
  readonly email: FormState<"password"> | null;
  /** Makes new backup codes. */
  readonly renewal: SectionAction;
  /** Turns off all second factors. */
  readonly removal: SectionAction;
  /** Leaves `shown` for the section. */
  readonly back: () => Promise<void>;
}

/**
 * The state and the handlers of a user's second factors, without markup.
 *
 * @example const { status, shown, app, renewal, removal } = useTwoFactorSettings();
 */
export function useTwoFactorSettings(): TwoFactorSettingsState {
  const { client } = useUI();
  const offers = useOffers();
  const user = useUser();
  const accounts = useAccounts();
  const status = useRead("", (signal) => client.twoFactor.status({}, { signal }));
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const renewal = useAction();
  const removal = useAction();
  const isByPassword = hasPassword(accounts.data);

  const app = useOwnerForm(isByPassword, async (proof) => {
    const { data, error } = await client.twoFactor.enable(proof);
    if (data) setShown({ app: { totpURI: data.totpURI ?? "", backupCodes: data.backupCodes } });
    return error;
  });
  const email = useOwnerForm(isByPassword, async (proof) => {
    const { data, error } = await client.twoFactor.enable({ method: "otp", ...proof });
    if (data) setShown({ codes: data.backupCodes });
    return error;
  });

  async function back(): Promise<void> {
    await status.refetch();
    setShown(null);
  }

  async function renew(): Promise<CallError | null> {
    const { data, error } = await client.twoFactor.generateBackupCodes({});
    if (data) setShown({ codes: data.backupCodes });
    return error;
  }

  async function turnOff(): Promise<CallError | null> {
    const { error } = await client.twoFactor.disable({});
    if (!error) await status.refetch();
    return error;
  }

  const canSetUp = (method: string): boolean =>
    offers?.factorMethods.includes(method) === true && status.data?.methods.includes(method) === false;
  return {
    user,
    loading: useLoading(status, accounts),
    status: status.data,
    shown,
    app: canSetUp("totp") ? app : null,
    async confirmApp({ code }) {
      const { error } = await client.twoFactor.verifyTotp({ code });
      if (!error) await back();
      return error;
    },
    email: canSetUp("otp") ? email : null,
    renewal: { isBusy: renewal.busy !== null, error: renewal.error, run: () => renewal.run("renew", { call: renew }) },
    removal: { isBusy: removal.busy !== null, error: removal.error, run: () => removal.run("off", { call: turnOff }) },
    back,
  };
}
