import { checked, defineOptions } from "@keyhold/core/options";
import { type AskingOptions, askingOptions } from "../asking.js";

/** The options of `proofOfWork`; an omitted option has its default. */
export interface ProofOfWorkOptions extends AskingOptions {
  /**
   * How many keys a browser derives on average, each by 5,000 rounds of PBKDF2. A whole number from 10 to 10,000. Default
   * `300`: about a second on a laptop, some seconds on an old phone.
   */
  readonly effort: number;
}

export const proofOfWorkOptions = defineOptions<ProofOfWorkOptions>({
  ...askingOptions,
  effort: checked(
    300,
    "be a whole number from 10 to 10,000",
    (given) => Number.isInteger(given) && Number(given) >= 10 && Number(given) <= 10_000,
  ),
});
