import { useEffect } from "react";
import { useUI } from "../context.js";

/** By locale. The first format loads the browser's data, which takes 40 ms, and four times as long on a phone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  formats.set(locale, format);
  return format;
}

/** A function that writes a moment in the language of the texts: date and time of the user's clock. */
export function useTime(): (at: Date) => string {
  const { locale } = useUI();
  return (at) => formatOf(locale).format(at);
}

/** Prepares `useTime` while a screen waits for the server, so that no press of a button waits for the format later. */
export function usePreparedTime(): void {
  const { locale } = useUI();
  useEffect(() => {
    const timer = setTimeout(() => formatOf(locale));
    return () => clearTimeout(timer);
  }, [locale]);
}
