import type { StepUpNeed } from "@keyhold/core/plugin";

/**
 * Asks the user for a proof, e.g. in a dialog with one of `need.methods`. Answers whether the session has the proof
 * now: then the client sends the call again, once. `onStepUp` is called for each call, also for several calls at once.
 * If `onStepUp` throws, the call rejects.
 */
export type OnStepUp = (need: StepUpNeed) => boolean | Promise<boolean>;
