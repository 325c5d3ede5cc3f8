import { type AnyEndpoint, commonErrors } from "@keyhold/core/plugin";
import type { Inspection } from "@keyhold/core/tools";

type Route = Inspection["routes"][number];
type CommonCode = keyof typeof commonErrors;

/** An error that a route may answer with. */
export interface RouteError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** Every route with this cause answers with this error. */
  readonly isCommon: boolean;
}

/** The errors of a route: the declared errors, and the errors of the stages before the route. */
export function errorsOf(route: Route, inspection: Inspection): readonly RouteError[] {
  const own = ownCodes(route, inspection).flatMap((code) => {
    const entry = route.catalogue[code] ?? inspection.plugins?.find(({ errors }) => errors[code])?.errors[code];
    return entry ? [{ code, status: entry.status, message: entry.message, isCommon: false }] : [];
  });
  const listed = new Set(own.map(({ code }) => code));
  const common = commonCodes(route, inspection)
    .filter((code) => !listed.has(code))
    .map((code) => ({ code, status: commonErrors[code].status, message: commonErrors[code].message, isCommon: true }));
  return [...own, ...common];
}

/**
 * A route that takes columns of the user fails with the plugin's error for a value that another user has; a route that
 * attracts bots with the errors of a plugin that asks for a challenge.
 */
function ownCodes({ endpoint }: Route, { plugins = [] }: Inspection): readonly string[] {
  const taken = endpoint.takesUserColumns ? plugins.flatMap((plugin) => Object.values(plugin.taken)) : [];
  const asking = endpoint.challengedAction === null ? [] : challengingPlugins(plugins);
  return [
    ...new Set([
      ...endpoint.errors,
      ...taken.map(({ code }) => code),
      ...asking.flatMap((plugin) => Object.keys(plugin.errors)),
    ]),
  ];
}

/** The plugins with a hook before routes that attract bots. */
export const challengingPlugins = (plugins: Inspection["plugins"] = []) =>
  plugins.filter(({ hooks }) => "call.challenge" in hooks);

function commonCodes({ endpoint, limits }: Route, inspection: Inspection): readonly CommonCode[] {
  const { access, isPersonal, challengedAction } = endpoint;
  const needsSession = access === "session" || access === "fresh";
  const actors = inspection.plugins?.some(({ actorColumn }) => actorColumn !== null) ?? false;
  const codes: readonly (readonly [CommonCode, boolean])[] = [
    ["VALIDATION_ERROR", true],
    ["UNAUTHORIZED", needsSession],
    ["SESSION_IS_NOT_FRESH", access === "fresh"],
    ["NOT_ALLOWED_WHILE_IMPERSONATING", isPersonal && actors],
    ["CHALLENGE_FAILED", challengedAction !== null && inspection.challenge !== undefined],
    ["TOO_MANY_REQUESTS", limits.length > 0 || endpoint.emailsGivenAddress],
    ["FAILED_TO_GET_SESSION", access !== "public"],
    ["INTERNAL_SERVER_ERROR", true],
    ["SERVICE_UNAVAILABLE", true],
  ];
  const applicable = codes.flatMap(([code, applies]) => (applies ? [code] : []));
  return [
    ...applicable,
    ...(endpoint.route.startsWith("POST ") ? postCodes(endpoint) : []),
    ...redirectCodes(endpoint),
  ];
}

/** A cross-site form, a signed body and the request of a program come from any origin. */
const postCodes = ({ takesCrossSiteForm, takesSignedBody, isMachine }: AnyEndpoint): readonly CommonCode[] => [
  ...(takesSignedBody ? [] : (["UNSUPPORTED_MEDIA_TYPE"] as const)),
  ...(takesSignedBody || takesCrossSiteForm
    ? []
    : (["INVALID_JSON", ...(isMachine ? [] : (["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"] as const))] as const)),
  "PAYLOAD_TOO_LARGE",
  "BODY_READ_BEFORE",
];

const redirectCodes = ({ redirects }: AnyEndpoint): readonly CommonCode[] => [
  ...new Set(redirects.map((field) => redirectErrors[field] ?? "INVALID_CALLBACKURL")),
];

const redirectErrors: Readonly<Record<string, CommonCode>> = {
  redirectTo: "INVALID_REDIRECTURL",
  errorCallbackURL: "INVALID_ERRORCALLBACKURL",
  newUserCallbackURL: "INVALID_NEWUSERCALLBACKURL",
};
