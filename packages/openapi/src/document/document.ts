import type { Auth } from "@keyhold/core";
import { cookieName } from "@keyhold/core/cookies";
import { type Inspection, inspect } from "@keyhold/core/tools";
import type { Conversion } from "../json-schema/convert.js";
import type { OpenApiDocumentOptions } from "../options.js";
import { createComponents } from "./components.js";
import { templateOf } from "./input.js";
import { operationIdOf, operationOf } from "./operation.js";
import type { OpenApiDocument, Operation, SecurityScheme } from "./types.js";

/**
 * The OpenAPI 3.1 document of an auth: every route over HTTP, of core and of the plugins. Sends no request and reads no
 * table; the answer is plain JSON.
 *
 * @throws TypeError for a value that is no auth.
 * @example writeFileSync("openapi.json", JSON.stringify(openApiDocument(auth, { info: { version: "2.1.0" } })));
 */
export const openApiDocument = (auth: Pick<Auth, "handler">, options: OpenApiDocumentOptions = {}): OpenApiDocument =>
  documentOf(auth, options);

/** The same document of an auth, or of the auth of a context. */
export function documentOf(auth: object, { info = {} }: OpenApiDocumentOptions): OpenApiDocument {
  const inspection = inspect(auth);
  if (!inspection) throw new TypeError("openApiDocument: takes the auth that createAuth answers with.");
  const { settings, schema } = inspection;
  const components = createComponents();
  const conversion: Conversion = { direction: "output", components, models: schema.models };
  const routes = inspection.routes.filter(({ endpoint }) => !endpoint.isServerOnly);
  const paths: Record<string, Record<string, Operation>> = {};
  const ids = new Set<string>();
  for (const route of routes) {
    const [method = "", path = ""] = route.endpoint.route.split(" ");
    const operationId = unused(operationIdOf(route), ids);
    const operation = { operationId, ...operationOf(route, inspection, conversion) };
    const template = settings.basePath + templateOf(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${settings.appName}: authentication`, version: "1.0.0", description: rules, ...info },
    servers: [{ url: settings.origin }],
    tags: [...new Set(routes.map(({ from }) => from))].map((name) => ({ name, ...described(name) })),
    paths,
    components: components.all(securitySchemes(inspection)),
  };
}

function unused(wish: string, ids: Set<string>): string {
  let id = wish;
  for (let number = 2; ids.has(id); number += 1) id = `${wish}${number}`;
  ids.add(id);
  return id;
}

const described = (name: string): { readonly description?: string } =>
  name === "core" ? { description: "Sign-up, sign-in with a password, sessions, the user and its accounts." } : {};

/** CommonMark. */
const rules = [
  "A POST takes JSON: `content-type: application/json`. From a browser it must come from a trusted origin.",
  "An error is `{ code, message }` with its status, for invalid input also `issues`. Codes stay the same; a client should treat a new one like any failure of its status.",
  "Dates are texts in ISO 8601, UTC, with milliseconds.",
].join("\n\n");

function securitySchemes({ settings, cookies }: Inspection): Readonly<Record<string, SecurityScheme>> {
  const sessionCookie: SecurityScheme = {
    type: "apiKey",
    in: "cookie",
    name: cookieName({ cookies }, "session_token"),
    description: "Set by every sign-in, `HttpOnly`.",
  };
  const bearerToken: SecurityScheme = {
    type: "http",
    scheme: "bearer",
    description: "The `token` of an answer to a sign-in, for clients other than browsers.",
  };
  return { sessionCookie, ...(settings.session.bearer && { bearerToken }) };
}
