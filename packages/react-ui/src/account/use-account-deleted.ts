import { useEffect, useState } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { providerName } from "../provider/use-providers.js";
import { useLinkQuery } from "../query.js";
import { accountDeleted as english } from "../texts/en/account-deleted.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { againName } from "../user/notices.js";

/** The result of a link to delete an account. */
export type AccountDeletedStep =
  /** The URL or the session is not known yet. */
  | "reading"
  /** The session could not be read: call `retry`. */
  | "failed"
  /** The user came without a link. */
  | "none"
  | "deleted"
  /** A newer proof is needed: call `ask`. */
  | "prove"
  /** The proof is given: the link works now. */
  | "ready"
  /** The account cannot be deleted yet, for `reason`. */
  | "must-stay"
  | "dead-link"
  /** The link works only where the user is signed in. */
  | "signed-out";

/** The state of the screen of a link to delete an account. */
export interface AccountDeletedState {
  readonly step: AccountDeletedStep;
  /** Why the account cannot be deleted yet; null: another step. */
  readonly reason: string | null;
  /** The methods of a proof; null before `ask`. */
  readonly methods: readonly string[] | null;
  readonly factors: 1 | 2;
  readonly isBusy: boolean;
  readonly error: string | null;
  /** Why the session could not be read; null: no error. */
  readonly readError: string | null;
  readonly retry: () => Promise<void>;
  /** Reads the methods of a proof. */
  readonly ask: () => void;
  readonly cancel: () => void;
  /** The user has given the proof. */
  readonly proven: () => void;
}

/** The errors of a missing or old proof, in lower case as the callback has them. */
const proofErrors = ["session_is_not_fresh", "step_up_required"];

/**
 * The state of the screen of links about a deleted account, without markup.
 *
 * @example const { step, reason } = useAccountDeleted();
 */
export function useAccountDeleted(): AccountDeletedState {
  const { client } = useUI();
  const { data, error: unread, isPending, refetch } = client.useSession();
  const sentenceOf = useErrorText();
  const query = useLinkQuery();
  const texts = useTexts("accountDeleted", english);
  const { busy, error: failed, run } = useAction();
  const [methods, setMethods] = useState<readonly string[] | null>(null);
  const [isProven, setProven] = useState(false);
  const user = data?.user ?? null;
  // The server has deleted the account at once, and the store may not know this yet.
  const [isRead, setRead] = useState(false);
  const mayBeStale = user !== null && query?.get("from") === "app" && !isRead;
  useEffect(() => {
    if (mayBeStale) refetch().finally(() => setRead(true));
  }, [mayBeStale, refetch]);
  const error = query?.get("error")?.toLowerCase() ?? null;
  const reason = error !== null && Object.hasOwn(texts.reasons, error) ? (texts.reasons[error] ?? null) : null;

  function step(): AccountDeletedStep {
    if (query === null || isPending || mayBeStale) return "reading";
    if (unread && !data) return "failed";
    if (isProven || (user && query.get(againName) === user.id)) return "ready";
    // A user who signs in again with a provider returns to this screen.
    if (user && (proofErrors.includes(error ?? "") || query.has(providerName))) return "prove";
    if (reason !== null) return "must-stay";
    if (error !== null) return user ? "dead-link" : "signed-out";
    return user || !query.has("from") ? "none" : "deleted";
  }

  function ask(): void {
    run("ask", {
      call: async () => {
        const { data: known, error: unknown } = await client.stepUp.methods();
        if (known) setMethods(known.methods);
        return unknown;
      },
    });
  }

  return {
    step: step(),
    reason,
    methods,
    factors: user?.twoFactorEnabled ? 2 : 1,
    isBusy: busy !== null,
    error: failed,
    readError: unread && sentenceOf(unread),
    retry: refetch,
    ask,
    cancel: () => setMethods(null),
    proven: () => setProven(true),
  };
}
