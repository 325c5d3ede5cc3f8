import type { Session } from "@keyhold/core";

/** A flow in a session: links an identity to the user of the session, or the user proves a linked identity again. */
export interface Within {
  readonly purpose: "link" | "step-up";
  readonly session: Session;
}

/** A flow that another client finishes in its own session, e.g. an app: the client knows the id. */
export interface HandOver {
  readonly purpose: Within["purpose"];
  readonly id: string;
}

/** What a flow is for. */
export const purposeOf = ({ within }: { readonly within: Within | null }): Within["purpose"] | "sign-in" =>
  within?.purpose ?? "sign-in";
