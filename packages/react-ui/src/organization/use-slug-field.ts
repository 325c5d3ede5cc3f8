import { useEffect, useState } from "react";
import { useUI } from "../context.js";
import type { FieldDeclaration } from "../form/form-state.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { isSlug } from "./slug.js";

const pauseMilliseconds = 400;

/** Options of `useSlugField`. */
export interface SlugFieldOptions {
  readonly value: string;
  readonly change: (value: string) => void;
  /** The organization's own slug, which is not checked. */
  readonly present?: string;
}

/** The field of a slug. After a pause in typing the server is asked whether the slug is free. */
export function useSlugField({ value, change, present }: SlugFieldOptions): FieldDeclaration<"slug"> {
  const texts = useTexts("organization", english);
  const { text, tone } = useSlugCheck(value, present);
  return {
    name: "slug",
    label: texts.slug,
    empty: texts.slugEmpty,
    hint: text,
    liveHint: tone,
    input: {
      autoComplete: "off",
      autoCapitalize: "none",
      autoCorrect: "off",
      spellCheck: false,
      maxLength: 64,
      value,
      onChange: (event) => change(event.target.value),
    },
  };
}

interface SlugCheck {
  readonly text: string;
  readonly tone: "neutral" | "good" | "bad";
}

function useSlugCheck(slug: string, present: string | undefined): SlugCheck {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const [checked, setChecked] = useState<{ readonly slug: string; readonly isFree: boolean } | null>(null);
  const isAsked = isSlug(slug) && slug.toLowerCase() !== present;

  useEffect(() => {
    if (!isAsked) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const { error } = await client.organization.checkSlug({ slug }, { signal: asking.signal });
      // Other errors are not about the slug: the form shows them.
      const isKnown = !error || error.code === "SLUG_IS_TAKEN";
      if (!asking.signal.aborted) setChecked(isKnown ? { slug, isFree: !error } : null);
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [client, slug, isAsked]);

  if (slug !== "" && !isSlug(slug)) return { text: texts.slugInvalid, tone: "neutral" };
  if (!isAsked || checked?.slug !== slug) return { text: texts.slugHint, tone: "neutral" };
  return checked.isFree
    ? { text: texts.slugFree(slug.toLowerCase()), tone: "good" }
    : { text: texts.slugTaken, tone: "bad" };
}
