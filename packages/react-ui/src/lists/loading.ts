import type { CallError } from "@keyhold/react";
import { useErrorText } from "../texts/use-error-text.js";

/** Whether the data of a screen is there. */
export interface Loading {
  /** The first answer is not there yet. */
  readonly isPending: boolean;
  /** Why there is no data; null: there is data, or not known yet. */
  readonly error: string | null;
  readonly retry: () => Promise<void>;
}

/** A read, by a store of the client or by a call. */
interface View {
  readonly data: unknown;
  readonly error: CallError | null;
  readonly refetch: () => Promise<void>;
}

/** The state of the reads of a screen. A failed read after a successful one keeps the data. */
export function useLoading(...views: readonly View[]): Loading {
  const sentenceOf = useErrorText();
  const missing = views.filter(({ data }) => data === null);
  const failed = missing.find(({ error }) => error !== null);
  return {
    isPending: missing.length > 0 && !failed,
    error: failed?.error ? sentenceOf(failed.error) : null,
    retry: async () => {
      await Promise.all(missing.map(({ refetch }) => refetch()));
    },
  };
}
