import type { Inspection } from "@keyhold/core/tools";
import type { Conversion } from "../json-schema/convert.js";
import { inputOf } from "./input.js";
import { responsesOf } from "./responses.js";
import type { Operation } from "./types.js";

type Route = Inspection["routes"][number];
type Security = Operation["security"];

/** A route as an operation, without the id. */
export function operationOf(
  route: Route,
  inspection: Inspection,
  conversion: Conversion,
): Omit<Operation, "operationId"> {
  const { endpoint, from, limits } = route;
  const [summary, ...more] = endpoint.doc.split(/(?<=\.) /);
  const description = [...more, ...(endpoint.access === "fresh" ? [freshText] : [])].join(" ");
  return {
    tags: [from],
    summary: (summary ?? "").replace(/\.$/, ""),
    ...(description !== "" && { description }),
    ...inputOf(route, inspection, conversion),
    responses: responsesOf(route, inspection, conversion),
    security: securityOf(route, inspection),
    ...(limits.length > 0 && { "x-rate-limits": limits.map(({ windowSeconds, max }) => ({ windowSeconds, max })) }),
  };
}

/**
 * The name of the call, e.g. "signInEmail"; for a page method and path, e.g. "getError". Names begin with a letter: a
 * generator makes functions of them.
 */
export function operationIdOf({ endpoint, name }: Route): string {
  const words = name ?? endpoint.route.toLowerCase().split(/[^a-z0-9]+/);
  return words
    .filter((word) => word !== "")
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}

const freshText = "Needs a session in which the user signed in, or gave the password again, a short time ago.";

function securityOf({ endpoint: { access } }: Route, { settings }: Inspection): Security {
  if (access === "public") return [];
  const schemes: Security = [{ sessionCookie: [] }, ...(settings.session.bearer ? [{ bearerToken: [] }] : [])];
  return access === "session" || access === "fresh" ? schemes : [{}, ...schemes];
}
