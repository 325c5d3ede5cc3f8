import type { Adapter } from "@keyhold/core/adapter";
import { verificationIdentifier, verificationModel } from "@keyhold/core/plugin";

/** Whether the record exists that an unverified address was signed up several times. */
export const hasDuplicateSignUp = (
  { db }: { readonly db: Pick<Adapter, "find"> },
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> =>
  db
    .find(verificationModel, { identifier: verificationIdentifier("contested", JSON.stringify([id, email])) })
    .then((row) => row !== null);
