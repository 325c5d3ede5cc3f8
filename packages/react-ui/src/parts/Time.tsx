import { createElement, Fragment, type ReactElement } from "react";
import { now } from "../clock.js";
import { useUI } from "../context.js";
import { relativeTime } from "./relative-time.js";
import { useTime } from "./use-time.js";

/** A moment relative to now, in the language of the texts. The exact time is the title. */
export function Time({ at }: { readonly at: Date }): ReactElement {
  const { locale } = useUI();
  const write = useTime();
  const exact = write(at);
  return (
    <time dateTime={at.toISOString()} title={exact}>
      {relativeTime(at, now(), locale) ?? exact}
    </time>
  );
}

/** The properties of `Told`. */
export interface ToldProps {
  /** A sentence of the texts. `time` answers the placeholder of a moment in the sentence. */
  readonly say: (time: (at: Date) => string) => string;
}

/** A sentence with moments, each as `Time` shows it. */
export function Told({ say }: ToldProps): ReactElement {
  const times: ReactElement[] = [];
  // Texts have no control characters.
  const parts = say((at) => `\0${times.push(<Time at={at} />) - 1}\0`).split("\0");
  return createElement(Fragment, null, ...parts.map((part, place) => (place % 2 ? times[Number(part)] : part)));
}
