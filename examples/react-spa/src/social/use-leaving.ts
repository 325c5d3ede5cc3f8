import type { CallError } from "@keyhold/client";
import { useEffect, useState } from "react";
import { inWords } from "../form/form-error.ts";
import { nameOfProvider } from "./offered-providers.ts";

interface Leaving {
  /** The provider that the browser is redirected to. */
  readonly to: string | null;
  /** Makes the call that redirects the browser to a provider. */
  readonly leave: (id: string, call: () => Promise<CallError | null>) => Promise<void>;
  /** Why the redirect failed; empty otherwise. */
  readonly problem: string;
}

/** The state from the click to the provider's page. */
export function useLeaving(): Leaving {
  const [to, setTo] = useState<string | null>(null);
  const [problem, setFormError] = useState("");

  useEffect(() => {
    // After "back", the browser shows the page as it was: still busy.
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) setTo(null);
    };
    addEventListener("pageshow", comeBack);
    return () => removeEventListener("pageshow", comeBack);
  }, []);

  async function leave(id: string, call: () => Promise<CallError | null>): Promise<void> {
    if (to !== null) return;
    setTo(id);
    setFormError("");
    const error = await call();
    if (!error) return;
    setTo(null);
    setFormError(
      error.code === "SERVICE_UNAVAILABLE"
        ? `${nameOfProvider(id)} cannot be reached right now. Try again in a moment.`
        : inWords(error),
    );
  }

  return { to, leave, problem };
}
