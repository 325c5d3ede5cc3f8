import { useSyncExternalStore } from "react";
import { formatBy } from "../page/language.ts";
import { relativeTime } from "./relative-time.ts";

const exact = formatBy((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }));
const dates = formatBy((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }));

const listen = (): (() => void) => () => {};

/** Whether the browser has continued with the page: a server does not know the time zone of the user. */
const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    listen,
    () => true,
    () => false,
  );

/** A moment relative to now, or the date of a moment long ago. The exact time is its title. */
export function Time({ at }: { at: Date }) {
  const isInBrowser = useIsInBrowser();
  return (
    // The text of the server is older by the time of the page load.
    <time dateTime={at.toISOString()} title={isInBrowser ? exact().format(at) : undefined} suppressHydrationWarning>
      {relativeTime(at, new Date()) ?? dates().format(at)}
    </time>
  );
}
