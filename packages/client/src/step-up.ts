import type { StepUpNeed } from "@keyhold/core/plugin";

/**
 * Asks the user for a proof, e.g. in a dialog with one of `need.methods`. It answers whether the session has the proof now:
 * then the client sends the call again, once.
 */
export type OnStepUp = (need: StepUpNeed) => boolean | Promise<boolean>;

/** Asks once for all calls that wait at the same time. */
export function createAsk(onStepUp: OnStepUp): (need: StepUpNeed) => Promise<boolean> {
  let open: { readonly factors: number; readonly isProven: Promise<boolean> } | null = null;

  async function ask(need: StepUpNeed): Promise<boolean> {
    try {
      return await onStepUp(need);
    } catch (thrown) {
      // A call never rejects: the mistake of the app reaches its log by the platform.
      queueMicrotask(() => {
        throw thrown;
      });
      return false;
    } finally {
      open = null;
    }
  }

  return async (need) => {
    while (open && open.factors < need.factors) await open.isProven;
    open ??= { factors: need.factors, isProven: ask(need) };
    return open.isProven;
  };
}
