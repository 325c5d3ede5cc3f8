import type { Finding } from "./issue.js";

export function messageOf(finding: Finding): string {
  switch (finding.code) {
    case "not_an_object":
      return "Must be an object.";
    case "required":
      return "This is required.";
    case "unknown_field":
      return "This was not asked for.";
    case "disabled":
      return "This must be left out.";
    case "not_text":
      return "Must be text.";
    case "not_an_integer":
      return "Must be a whole number.";
    case "not_a_date":
      return "Must be a date.";
    case "not_a_boolean":
      return "Must be true or false.";
    case "not_a_scalar":
      return "Must be text, a number, true or false.";
    case "unknown_country":
      return "Must be the two-letter code of a country.";
    case "unknown_state":
      return "Must be the code of a state or province of this country.";
    case "not_an_option":
      return "Must be one of the options.";
    case "too_short":
      return `Must have at least ${characters(finding.minimumLength)}.`;
    case "too_long":
      return `Must have at most ${characters(finding.maximumLength)}.`;
    case "key_too_short":
      return `The key must have at least ${characters(finding.minimumLength)}.`;
    case "key_too_long":
      return `The key must have at most ${characters(finding.maximumLength)}.`;
    case "too_many_keys":
      return `Must have at most ${finding.maximumKeys} keys.`;
    case "too_small":
      return `Must be ${finding.minimum} or more.`;
    case "too_large":
      return `Must be ${finding.maximum} or less.`;
    case "too_early":
      return `Must be ${dayOf(finding.earliestInSeconds)} or later.`;
    case "too_late":
      return `Must be ${dayOf(finding.latestInSeconds)} or earlier.`;
  }
}

function characters(count: number): string {
  return `${count} character${count === 1 ? "" : "s"}`;
}

/** In UTC. A bound may be beyond the range of `Date`. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds} seconds since 1970` : date.toISOString().replace(/T.*/, "");
}
