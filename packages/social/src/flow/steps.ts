import { isAuthError } from "@keyhold/core";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import type { CallbackCode } from "./callback-codes.js";
import { FlowError } from "./error.js";

const explanations = {
  unable_to_create_user: "The user could not be stored with the account: the log says why.",
  unable_to_link_account: "The account could not be stored for its user: the log says why.",
  unable_to_create_session: "The session could not be stored: the log says why.",
} as const satisfies Partial<Record<CallbackCode, string>>;

/** What a flow fails with if its rows cannot be written. */
export type StepCode = keyof typeof explanations;

/** Runs a step of a flow. The innermost step that an unexpected error leaves gives the flow its code. */
export type Step = <T>(code: StepCode, work: () => Promise<T>) => Promise<T>;

/**
 * Runs work that writes rows in steps. An unexpected error of a step, as of a constraint of the app's database, becomes
 * a `FlowError` with the code of the step. It does so outside of all transactions: an adapter recognizes by its own
 * error that a transaction can run again.
 */
export async function inSteps<T>(work: (step: Step) => Promise<T>): Promise<T> {
  const codes = new Map<unknown, StepCode>();
  const step: Step = async (code, run) => {
    try {
      return await run();
    } catch (error) {
      if (!codes.has(error)) codes.set(error, code);
      throw error;
    }
  };
  try {
    return await work(step);
  } catch (error) {
    const code = codes.get(error);
    if (code === undefined || isExpected(error)) throw error;
    throw new FlowError(code, explanations[code], { cause: error });
  }
}

/** An outage keeps its own answer: the caller may succeed later. */
const isExpected = (error: unknown): boolean =>
  error instanceof FlowError || isAuthError(error) || isStorageUnavailable(error);
