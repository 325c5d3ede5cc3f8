import type { AnyEndpoint } from "@keyhold/core/plugin";
import type { Inspection } from "@keyhold/core/tools";
import { type Conversion, isNever, toJsonSchema } from "../json-schema/convert.js";
import type { Components } from "./components.js";
import { errorsOf, type RouteError } from "./errors.js";
import type { Content, JsonSchema, Reference, ResponseObject } from "./types.js";

type Route = Inspection["routes"][number];
type Responses = Readonly<Record<string, ResponseObject | Reference>>;

/** The answers of a route by their status. */
export function responsesOf(route: Route, inspection: Inspection, conversion: Conversion): Responses {
  const { components } = conversion;
  const errors = errorsOf(route, inspection);
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((one, other) => one - other);
  const { endpoint } = route;
  const isPost = endpoint.route.startsWith("POST ");
  const isRedirected = endpoint.errorRedirect !== null && !(isPost && endpoint.takesNavigation);
  return {
    ...successes(endpoint, { ...conversion, direction: "output" }, isRedirected ? errors : []),
    ...(isRedirected
      ? {}
      : Object.fromEntries(
          statuses.map((status) => [
            status,
            (endpoint.isMachine ? standardResponse : errorResponse)(
              errors.filter((error) => error.status === status),
              components,
            ),
          ]),
        )),
    ...(isRedirected || endpoint.isMachine ? {} : { default: otherError(components) }),
  };
}

function successes(endpoint: AnyEndpoint, conversion: Conversion, redirected: readonly RouteError[]): Responses {
  const schema = toJsonSchema(endpoint.output, conversion);
  const answers = new Set(endpoint.alsoAnswers ?? defaultAnswers(endpoint, isNever(schema)));
  const json: Content = isNever(schema) ? {} : { "application/json": { schema } };
  const page: Content = answers.has("page") ? { "text/html": { schema: { type: "string" } } } : {};
  const content = { ...json, ...page };
  const isForm = endpoint.route.startsWith("POST ") && endpoint.takesNavigation;
  return {
    ...(Object.keys(content).length > 0 && { 200: { description: okText(json, page), content } }),
    ...(answers.has("accepted") && { 202: { description: "Accepted, without any effect.", content: json } }),
    ...(answers.has("redirect") && { [isForm ? 303 : 302]: redirectResponse(redirected) }),
  };
}

function defaultAnswers(endpoint: AnyEndpoint, hasNoOutput: boolean): NonNullable<AnyEndpoint["alsoAnswers"]> {
  if (endpoint.takesNavigation) return ["page", "redirect"];
  return hasNoOutput ? ["redirect"] : [];
}

/** The description of an answer about which there is no more to say. */
export const plainSuccess = "Done.";

function okText(json: Content, page: Content): string {
  if (Object.keys(page).length === 0) return plainSuccess;
  return Object.keys(json).length === 0 ? "A page." : "Done. A browser that navigates here gets a page.";
}

function redirectResponse(errors: readonly RouteError[]): ResponseObject {
  const failed = "A failure redirects, too, with `error` and a code in the query.";
  const codes = errors.filter(({ isCommon }) => !isCommon).map(({ code }) => `\`${code}\``);
  return {
    description: ["A redirect of the browser.", errors.length > 0 ? failed : "", codes.join(", ")]
      .filter(Boolean)
      .join(" "),
    headers: { Location: { description: "The URL of the next page.", schema: { type: "string", format: "uri" } } },
  };
}

/** The answer with a status, and each error with that status. An answer that several routes share is a component. */
function errorResponse(errors: readonly RouteError[], components: Components): ResponseObject | Reference {
  const [{ status } = { status: 500 }] = errors;
  const examples = errors.map(({ code, message }) => {
    const summary = message;
    return [code, components.example(code, { summary, value: { code, message } })] as const;
  });
  const response: ResponseObject = {
    description: errors.map(({ code, message }) => `- \`${code}\`: ${message}`).join("\n"),
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content: { "application/json": { schema: { ...errorSchema(components) }, examples: Object.fromEntries(examples) } },
  };
  const isShared = errors.every(({ isCommon }) => isCommon);
  return isShared ? components.response(errors.map(({ code }) => code).join("-"), response) : response;
}

/** The answer to a program (RFC 6749, section 5.2): the errors of any route have the code of the standard. */
const standardResponse = (errors: readonly RouteError[], components: Components): ResponseObject => ({
  description: errors
    .map(({ code, message, isCommon }) => (isCommon ? `- ${message}` : `- \`${code.toLowerCase()}\`: ${message}`))
    .join("\n"),
  content: { "application/json": { schema: { ...components.schema("StandardError", standardError) } } },
});

const standardError: JsonSchema = {
  type: "object",
  properties: {
    error: { type: "string", description: "A code of RFC 6749 or RFC 8628.", examples: ["invalid_request"] },
    error_description: { type: "string", description: "One English sentence, for developers." },
  },
  required: ["error", "error_description"],
};

const otherError = (components: Components): Reference =>
  components.response("OTHER_ERROR", {
    description: "Another error: of a hook, or one of this list with another status.",
    content: { "application/json": { schema: { ...errorSchema(components) } } },
  });

const retryAfter = { "Retry-After": { description: "Seconds until the next try.", schema: { type: "integer" } } };

/** The code is no enumeration: hooks fail with further codes, and a generated client must not break at a new code. */
const errorSchema = (components: Components): Reference => components.schema("Error", error);

const error: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", description: "Stays the same in every release.", examples: ["VALIDATION_ERROR"] },
    message: { type: "string", description: "One English sentence, for developers." },
    issues: {
      type: "array",
      description: "The invalid fields of the input.",
      items: {
        type: "object",
        properties: { path: { type: "string", examples: ["email"] }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
  required: ["code", "message"],
};
