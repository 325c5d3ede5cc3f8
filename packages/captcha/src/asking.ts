import type { ChallengedAction } from "@keyhold/core";
import { checked, oneOf } from "@keyhold/core/options";

/** When a call needs a response. */
export interface AskingOptions {
  /** The actions that need a response: see `challenge` of `createAuth`. Default: all four. */
  readonly actions: readonly ChallengedAction[];
  /**
   * "always": each call of these actions needs a response. "after-failures": only a call from an address, or with an
   * email address or a username, after three failed sign-ins within 15 minutes. Default "always".
   */
  readonly only: "always" | "after-failures";
}

export const challengedActions = ["sign-up", "sign-in", "reset-password", "send-email"] as const;

const names = challengedActions.map((action) => `"${action}"`).join(", ");

/** The declarations of these options. */
export const askingOptions = {
  actions: checked<readonly ChallengedAction[]>(challengedActions, `be a list of ${names}`, isActions),
  only: oneOf<AskingOptions["only"]>("always", ["always", "after-failures"]),
};

function isActions(given: unknown): boolean {
  return Array.isArray(given) && given.length > 0 && given.every((action) => challengedActions.includes(action));
}
