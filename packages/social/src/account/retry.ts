import { FlowError } from "../flow/error.js";
import type { StepCode } from "../flow/steps.js";

/** Others may write the same identity or address between a look and its write: the next look finds what they wrote. */
const maxTries = 3;

/** Runs `work` again when another caller was first. The error of the last try ends the flow. */
export async function retryRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FlowError && error.isRetryable) || tries === maxTries) throw error;
    }
  }
}

/** Rolls the transaction back and looks again: another caller was first. `code`: what the flow fails with at the last try. */
export function startOver(code: StepCode = "unable_to_create_user"): never {
  const explanation = "Another caller wrote first at every try, or a unique column has the value already.";
  throw new FlowError(code, explanation, { isRetryable: true });
}
