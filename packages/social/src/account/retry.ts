import { FlowError } from "../flow/error.js";
import type { StepCode } from "../flow/steps.js";

/**
 * Another caller may write the same identity or email address between a read and the write. The next try reads the
 * other caller's result.
 */
const maxTries = 3;

/** Runs `work` again if another caller wrote first; `isAgain` says so. Throws the error of the last try. */
export async function retryRaces<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries > 1);
    } catch (error) {
      if (!(error instanceof FlowError && error.isRetryable) || tries === maxTries) throw error;
    }
  }
}

/**
 * Rolls the transaction back for another try, because another caller wrote first. `code`: the error code of the last
 * try.
 */
export function startOver(code: StepCode = "unable_to_create_user"): never {
  const explanation = "Another caller wrote first at every try, or a unique column has the value already.";
  throw new FlowError(code, explanation, { isRetryable: true });
}
