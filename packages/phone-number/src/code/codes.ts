import { defineSentCodes, sentProof } from "@keyhold/core/mailbox";
import { z } from "@keyhold/core/schema";
import type { CodeType } from "./ports.js";

const asked = z.object(sentProof);

/** The stored form of a code. */
export interface AskedCode extends Readonly<z.infer<typeof asked>> {}

/** By the purpose, the number and who asked. */
export const phoneCodes = defineSentCodes<AskedCode>("phone-number", asked);

/** A guessed code would sign a user in: see the budgets of `countCodeGuess`. */
export const codeDigits = 6;

/** The place of a code. */
export interface CodePlace {
  readonly type: CodeType;
  /** In E.164. */
  readonly number: string;
  /** Who asked: the fingerprint of the challenge of a browser. */
  readonly asker: string;
}

/** The name of a code: a code works for its purpose, its number and its asker alone. */
export const nameOf = ({ type, number, asker }: CodePlace): string => JSON.stringify([type, number, asker]);
