import { defineSentCodes, sentProof } from "@keyhold/core/mailbox";
import { z } from "@keyhold/core/schema";

/** The purposes of codes that belong to a browser. */
export const typesOfBrowsers = ["sign-in", "email-verification", "forget-password"] as const;

/** The purposes of codes that a caller names. */
export const requestedTypes = [...typesOfBrowsers, "change-email"] as const;

/** The purpose of a code. "new-email": the code to the new address of a change. */
export type CodeType = (typeof requestedTypes)[number] | "new-email";

const asked = z.object({
  ...sentProof,
  /** The verified present address that has confirmed a change of address; null: of another purpose, or not verified. */
  confirmedBy: z.string().nullable(),
});

/** The stored form of a code. */
export interface AskedCode extends Readonly<z.infer<typeof asked>> {}

/** By the purpose, who asked and the address. */
export const emailCodes = defineSentCodes<AskedCode>("email-otp", asked);

/** The place of a code. */
export interface CodePlace {
  readonly type: CodeType;
  readonly email: string;
  /** Who asked: the fingerprint of the challenge of a browser; of a change of address the id of the session. */
  readonly asker: string;
}

/** The name of a code: a code works for its purpose, its address and its asker alone. */
export const nameOf = ({ type, email, asker }: CodePlace): string => JSON.stringify([type, email, asker]);
