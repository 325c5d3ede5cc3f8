import { isAuthError } from "@keyhold/core";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import type { CallbackCode } from "./callback-codes.js";
import { FlowError } from "./error.js";

const explanations = {
  unable_to_create_user: "The user could not be stored with the account: see the log.",
  unable_to_link_account: "The account could not be stored for its user: see the log.",
  unable_to_create_session: "The session could not be stored: see the log.",
} as const satisfies Partial<Record<CallbackCode, string>>;

/** The code of a flow whose rows cannot be written. */
export type StepCode = keyof typeof explanations;

/** Runs a step of a flow. The innermost step that fails unexpectedly determines the flow's code. */
export type Step = <T>(code: StepCode, work: () => Promise<T>) => Promise<T>;

/**
 * Runs database work in steps. An unexpected error of a step, e.g. of a constraint in the app's database, becomes a
 * `FlowError` with the code of the step. The conversion is outside all transactions, because the adapter retries a
 * transaction by the adapter's own error.
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

/** An outage keeps the original error: the client may retry. */
const isExpected = (error: unknown): boolean =>
  error instanceof FlowError || isAuthError(error) || isStorageUnavailable(error);
