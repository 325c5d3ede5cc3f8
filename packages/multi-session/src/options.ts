import { defineOptions, whole } from "@keyhold/core/options";

/** The options of `multiSession`; an omitted option has its default. */
export interface MultiSessionOptions {
  /** Maximum sessions in a browser, at most 20: a further sign-in ends the oldest session. Default 5. */
  readonly maximumSessions: number;
}

export const multiSessionOptions = defineOptions<MultiSessionOptions>({ maximumSessions: whole(5, 1, 20) });
