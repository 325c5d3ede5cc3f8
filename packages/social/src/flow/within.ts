import type { Session } from "@keyhold/core";

/** A flow in a session: links an identity to the user of the session, or the user proves a linked identity again. */
export interface Within {
  readonly purpose: "link" | "step-up";
  readonly session: Session;
}

/** What a flow is for. */
export const purposeOf = ({ within }: { readonly within: Within | null }): Within["purpose"] | "sign-in" =>
  within?.purpose ?? "sign-in";
