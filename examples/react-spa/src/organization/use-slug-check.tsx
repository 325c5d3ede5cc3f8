import { type ReactNode, useEffect, useState } from "react";
import { authClient } from "../auth-client.ts";
import { isSlug } from "./slug.ts";

const pauseMilliseconds = 400;

/** The text about a slug. The server is called after a pause in typing, not after each key. */
export function useSlugCheck(slug: string, present?: string): ReactNode {
  const [checked, setChecked] = useState<{ readonly slug: string; readonly said: ReactNode } | null>(null);
  const isWorthAsking = isSlug(slug) && slug.toLowerCase() !== present;

  useEffect(() => {
    if (!isWorthAsking) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const { error } = await authClient.organization.checkSlug({ slug }, { signal: asking.signal });
      if (!asking.signal.aborted) setChecked({ slug, said: sayOf(slug, error) });
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [slug, isWorthAsking]);

  if (slug === "") return "It names the organization in addresses.";
  if (!isSlug(slug)) return "Only letters and digits, with single hyphens between them.";
  return checked?.slug === slug && isWorthAsking ? checked.said : "It names the organization in addresses.";
}

function sayOf(slug: string, error: { readonly code: string } | null): ReactNode {
  if (!error) return <span className="good">{slug.toLowerCase()} is free.</span>;
  if (error.code === "SLUG_IS_TAKEN") return <span className="bad">Another organization has this one.</span>;
  // The form then shows whether the slug is available.
  return "It names the organization in addresses.";
}
