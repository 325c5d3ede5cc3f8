import type { TxContext } from "@keyhold/core/plugin";
import { sendNotice } from "../emails.js";
import { emit } from "../events.js";
import type { LockedUser } from "../models.js";
import { type EnrolledKind, noteEnrolment } from "./enrolled-at.js";
import { setEnabled } from "./factor.js";

/** Sign-ins of a locked user ask for a second factor from now on: with the event, and the email to the user. */
export async function enableFactor(ctx: TxContext, user: LockedUser, method: EnrolledKind): Promise<void> {
  await enableImported(ctx, user, method);
  await sendNotice(ctx, user, "two-factor.enabled");
}

/** The same without the email: the user has confirmed the factor in another system, before the import. */
export async function enableImported(ctx: TxContext, user: LockedUser, method: EnrolledKind): Promise<void> {
  await setEnabled(ctx, user, true);
  await noteEnrolment(ctx, user, method);
  emit(ctx, { type: "two-factor.enabled", userId: user.id, method });
}
