import { useUI } from "../context.js";

/** A function that writes a moment in the language of the texts: date and time of the user's clock. */
export function useTime(): (at: Date) => string {
  const { locale } = useUI();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (at) => format.format(at);
}
