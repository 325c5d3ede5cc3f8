import type { AnyEndpoint, Model, SignUpFields, ValidationSchema } from "@keyhold/core/plugin";
import type { Inspection } from "@keyhold/core/tools";
import { inputColumns, type Properties } from "../json-schema/columns.js";
import { type Conversion, inlineJsonSchema, toJsonSchema, withProperties } from "../json-schema/convert.js";
import { isRecord } from "../json-schema/record.js";
import { challengingPlugins } from "./errors.js";
import type { Content, JsonSchema, Operation, Parameter, RequestBody } from "./types.js";

type Route = Inspection["routes"][number];
type Input = Pick<Operation, "parameters" | "requestBody">;

/** The input of a route: path parameters and query for GET, path parameters and body for POST. */
export function inputOf(route: Route, inspection: Inspection, conversion: Conversion): Input {
  const { endpoint } = route;
  const inPath = pathParameters(endpoint);
  const json = wholeInput(route, inspection, conversion);
  const rest = without(json, inPath);
  const isPost = endpoint.route.startsWith("POST ");
  const inQuery = isPost ? endpoint.queryFields : Object.keys(fieldsOf(rest));
  const parameters = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: schemaOf(json, name) }) as const),
    ...inQuery.map((name) => queryParameter(name, rest, isPost)),
    ...(takesChallenge(endpoint, inspection) ? [challengeResponse] : []),
  ];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(isPost && { requestBody: bodyOf(endpoint, optional(rest, endpoint.queryFields)) }),
  };
}

/** A path of a declaration in the form of OpenAPI: "/callback/:id" is "/callback/{id}". */
export const templateOf = (path: string): string => path.replace(/\/:([^/]+)/g, "/{$1}");

const pathParameters = ({ route }: AnyEndpoint): readonly string[] =>
  [...route.matchAll(/\/:([^/]+)/g)].map(([, name = ""]) => name);

/** The input with the columns of plugins and the fields of sign-up. */
function wholeInput({ endpoint }: Route, { plugins = [] }: Inspection, given: Conversion): JsonSchema {
  const conversion: Conversion = { ...given, direction: "input" };
  const { models } = conversion;
  const { takesUserColumns, takesColumns, redirects } = endpoint;
  let json = withFormats(inlineJsonSchema(endpoint.input, conversion), redirects);
  const user = models.get("user");
  if (takesUserColumns && user) json = withProperties(json, inputColumns(user, takesUserColumns === "change"));
  if (takesUserColumns === "sign-up") {
    for (const { signUpFields } of plugins) json = withProperties(json, fieldProperties(signUpFields, conversion));
  }
  const model = takesColumns ? models.get(takesColumns.of.name) : undefined;
  return takesColumns && model ? withColumns(json, model, takesColumns) : json;
}

function withColumns(
  json: JsonSchema,
  model: Model,
  { under, canClear }: NonNullable<AnyEndpoint["takesColumns"]>,
): JsonSchema {
  const columns = inputColumns(model, canClear);
  if (under === undefined) return withProperties(json, columns);
  const { [under]: field, ...others } = fieldsOf(json);
  const changed = withProperties(field ?? { type: "object" }, columns);
  return { ...json, properties: { ...others, [under]: changed } };
}

function fieldProperties(fields: SignUpFields, conversion: Conversion): Properties {
  const entries = Object.entries(fields);
  return {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, toJsonSchema(field, conversion)])),
    required: entries.filter(([, field]) => !mayBeLeftOut(field)).map(([name]) => name),
  };
}

/** By a validation without a value: a Standard Schema has no property for optional values. */
function mayBeLeftOut(field: ValidationSchema): boolean {
  const result = field["~standard"].validate(undefined);
  if (!(result instanceof Promise)) return !result.issues;
  result.catch(() => undefined);
  return true;
}

/** Redirect URLs are paths or URLs. */
function withFormats(json: JsonSchema, redirects: readonly string[]): JsonSchema {
  const fields = fieldsOf(json);
  const named = redirects.flatMap((name) => {
    const field = fields[name];
    return field ? [[name, { ...field, format: "uri-reference" }] as const] : [];
  });
  return named.length === 0 ? json : { ...json, properties: { ...fields, ...Object.fromEntries(named) } };
}

function without(json: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return json;
  const fields = Object.entries(fieldsOf(json)).filter(([name]) => !names.includes(name));
  return optional({ ...json, properties: Object.fromEntries(fields) }, names);
}

/** The schema with these fields optional. */
function optional({ required, ...json }: JsonSchema, names: readonly string[]): JsonSchema {
  const left = Array.isArray(required) ? required.filter((name) => !names.includes(name)) : [];
  return left.length > 0 ? { ...json, required: left } : json;
}

const fieldsOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, isRecord(field) ? field : {}]))
    : {};

const isRequired = ({ required }: JsonSchema, name: string): boolean =>
  Array.isArray(required) && required.includes(name);

const schemaOf = (json: JsonSchema, name: string): JsonSchema => fieldsOf(json)[name] ?? { type: "string" };

/** A field of a POST that may come in the query may also come in the body. */
function queryParameter(name: string, json: JsonSchema, isPost: boolean): Parameter {
  const { description, ...schema } = schemaOf(json, name);
  return {
    name,
    in: "query",
    required: !isPost && isRequired(json, name),
    ...(typeof description === "string" && { description }),
    ...(isPost && { description: "Here or in the body." }),
    schema,
  };
}

const takesChallenge = ({ challengedAction }: AnyEndpoint, { challenge, plugins }: Inspection): boolean =>
  challengedAction !== null && (challenge !== undefined || challengingPlugins(plugins).length > 0);

const challengeResponse: Parameter = {
  name: "X-Captcha-Response",
  in: "header",
  required: false,
  description: "The response to the challenge of the app, e.g. the token of a CAPTCHA.",
  schema: { type: "string", maxLength: 4096 },
};

function bodyOf(endpoint: AnyEndpoint, schema: JsonSchema): RequestBody {
  if (endpoint.takesSignedBody) {
    const description = `Signed, unchanged, at most ${endpoint.takesSignedBody.maxBytes} bytes.`;
    return { required: true, description, content: { "*/*": { schema: {} } } };
  }
  const json: Content = endpoint.takesCrossSiteForm ? {} : { "application/json": { schema } };
  const hasForm = endpoint.takesCrossSiteForm || endpoint.takesNavigation || endpoint.isMachine;
  const form: Content = hasForm ? { "application/x-www-form-urlencoded": { schema } } : {};
  return { required: schema.required !== undefined, content: { ...json, ...form } };
}
