import { relativeTime } from "./relative-time.ts";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** A moment relative to now, or the date of a moment long ago. The exact time is its title. */
export const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={exact.format(at)}>
    {relativeTime(at, new Date()) ?? dates.format(at)}
  </time>
);
