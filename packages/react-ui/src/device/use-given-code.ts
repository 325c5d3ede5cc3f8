import { useEffect, useState } from "react";
import { useQuery } from "../query.js";
import { shownUserCode, userCodeName } from "./user-code.js";

/** The key of the code in the state of the history. */
const stateKey = "keyholdUserCode";

/**
 * The user code of the URL; "" without a code, and null until the URL is known. The code moves from the URL to the state
 * of the history: a reload keeps the code, and no other site gets the code as `Referer`.
 */
export function useGivenCode(): string | null {
  const query = useQuery();
  const [kept, setKept] = useState<string | null>(null);
  const inUrl = query?.get(userCodeName) ?? null;
  const isKnown = query !== null;
  useEffect(() => {
    if (!isKnown) return;
    if (inUrl === null) return setKept((before) => before ?? shownUserCode(String(history.state?.[stateKey] ?? "")));
    const code = shownUserCode(inUrl);
    setKept(code);
    const { __NA: _, ...state } = history.state ?? {};
    const rest = new URLSearchParams(location.search);
    rest.delete(userCodeName);
    const search = rest.size > 0 ? `?${rest}` : "";
    // Next.js adds its own part again. With that part Next.js would not take the URL over.
    history.replaceState({ ...state, [stateKey]: code }, "", location.pathname + search + location.hash);
  }, [isKnown, inUrl]);
  return kept;
}
