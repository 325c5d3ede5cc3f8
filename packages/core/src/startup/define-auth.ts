import { type AuthConfig, ConfigError, type Settings } from "../contract/config.js";
import { type AnyEndpoint, pathOf } from "../contract/endpoint.js";
import { commonErrors, coreErrors, type ErrorCatalogue, type ErrorEntry } from "../contract/errors.js";
import { type Limit, limitsIn } from "../contract/limit.js";
import { schemaOfFields, type ValidationSchema } from "../contract/standard-schema.js";
import { coreModels, rateLimitModel, tokenColumns } from "../model/models.js";
import { mergeSchema, type Schema } from "../model/schema.js";
import { endpoints, pages } from "../routes/endpoints.js";
import { findMissing } from "./config-errors.js";
import { pluginsOf, shapeErrors } from "./config-shape-errors.js";
import { type ExtendingPlugin, errorCatalogueErrors, idErrors, pluginConfigErrors } from "./plugin-errors.js";
import { readConfig } from "./read-config.js";

/** An endpoint with the options of the plugin. */
export interface Route {
  /** The id of the plugin, or "core". */
  readonly from: string;
  readonly endpoint: AnyEndpoint;
  readonly options: unknown;
  /** The name among the server-side calls, e.g. ["signIn", "email"]; null for a page. */
  readonly name: readonly string[] | null;
  /** The sign-up fields of plugins; null if the endpoint does not take them. */
  readonly signUpFields: ValidationSchema | null;
  /** The errors of the plugin or of the core. */
  readonly catalogue: ErrorCatalogue;
  /** How often a client address may call the route: what the app says, or else the endpoint. */
  readonly limits: readonly Limit[];
}

/** The definition of an app: core and plugins merged, before the start. */
export interface AuthDefinition {
  readonly settings: Settings;
  readonly schema: Schema;
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  readonly routes: readonly Route[];
  /** What the environment did not give; null: nothing is missing. */
  readonly missing: ConfigError | null;
}

interface Part {
  readonly id: string;
  readonly options: unknown;
  readonly errors: ErrorCatalogue;
  readonly endpoints: unknown;
  readonly pages: readonly AnyEndpoint[];
}

/** Merges core and plugins. Throws `ConfigError` with all config errors, unless all are values of the environment. */
export function defineAuth(config: AuthConfig): AuthDefinition {
  const shape = shapeErrors(config);
  const plugins = pluginsOf(config);
  const { settings, configErrors } = readConfig(config, Object.assign({}, ...plugins.map(({ clients }) => clients)));
  const extending = [...plugins, columnsOf(config), ...(settings.session.bearer ? [tokenMode] : [])];
  // While the secondary storage does not answer, the database counts.
  const hasCounters = settings.rateLimit.storage === "database" || config.secondaryStorage !== undefined;
  const models = hasCounters ? [...coreModels, rateLimitModel] : coreModels;
  const core = { from: "core", models, extends: {} };
  const { schema, clashes } = mergeSchema([core, ...extending.map((plugin) => ({ from: plugin.id, ...plugin }))]);
  const parts: readonly Part[] = [
    {
      id: "core",
      options: {},
      errors: coreErrors,
      endpoints,
      pages,
    },
    ...plugins,
  ];
  const fields = Object.assign({}, ...plugins.map(({ signUpFields }) => signUpFields));
  const signUpFields = Object.keys(fields).length > 0 ? schemaOfFields(fields) : null;
  const routes = parts
    .flatMap((part) => routesOf(part, settings, signUpFields))
    // Several plugins may list one endpoint: the first counts.
    .filter(({ endpoint }, at, all) => all.findIndex((other) => other.endpoint === endpoint) === at);
  const errors = new Map<string, ErrorEntry>();
  for (const catalogue of [commonErrors, coreErrors, ...plugins.map((plugin) => plugin.errors), config.errors ?? {}]) {
    for (const [code, entry] of Object.entries(catalogue)) errors.set(code, entry);
  }
  const all = [
    ...shape,
    ...configErrors,
    ...clashes.map((clash) => `plugins: ${clash}`),
    ...idErrors(plugins),
    ...pluginConfigErrors(settings, extending, routes),
    ...errorCatalogueErrors("errors", config.errors ?? {}),
    ...limitErrors(settings, routes),
  ];
  const missing = findMissing(config, settings);
  if (all.length > 0) throw new ConfigError([...missing, ...all]);
  return { settings, schema, errors, routes, missing: missing.length > 0 ? new ConfigError(missing) : null };
}

/** The columns of the config, as a plugin would add them. */
const columnsOf = ({ user }: AuthConfig): ExtendingPlugin => ({
  id: "user.columns",
  models: [],
  extends: { user: { columns: user?.columns ?? {} } },
  signUpFields: {},
  errors: {},
  taken: {},
  configErrors: [],
});

/** The columns of `session.bearer`, as a plugin would add them. */
const tokenMode: ExtendingPlugin = {
  id: "session.bearer",
  models: [],
  extends: { session: { columns: tokenColumns } },
  signUpFields: {},
  errors: {},
  taken: {},
  configErrors: [],
};

function routesOf(
  { id, options, errors: catalogue, endpoints, pages }: Part,
  settings: Settings,
  signUpFields: ValidationSchema | null,
): readonly Route[] {
  const all = [...walk(endpoints, []), ...pages.map((endpoint) => ({ endpoint, name: null }))];
  return all.map((found) => ({
    ...found,
    from: id,
    options,
    catalogue,
    signUpFields: found.endpoint.takesUserColumns === "sign-up" ? signUpFields : null,
    limits: limitsOf(settings, found.endpoint),
  }));
}

function limitsOf({ rateLimit: { enabled, limits } }: Settings, endpoint: AnyEndpoint): readonly Limit[] {
  if (!enabled) return [];
  const path = pathOf(endpoint.route);
  return Object.hasOwn(limits, path) ? limitsIn(limits[path] ?? null) : endpoint.limits;
}

/** A limit for an unknown path would be ignored silently. */
function limitErrors({ rateLimit }: Settings, routes: readonly Route[]): readonly string[] {
  const paths = new Set(
    routes.filter(({ endpoint }) => !endpoint.isServerOnly).map(({ endpoint }) => pathOf(endpoint.route)),
  );
  return Object.keys(rateLimit.limits)
    .filter((path) => !paths.has(path))
    .map(
      (path) =>
        `rateLimit.limits: there is no route "${path}"; write it as its declaration does, e.g. "/sign-in/email"`,
    );
}

/** The endpoints of a tree with their names. */
function walk(tree: unknown, above: readonly string[]): { endpoint: AnyEndpoint; name: readonly string[] }[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, inner]) => {
    const name = [...above, key];
    return isEndpoint(inner) ? [{ endpoint: inner, name }] : walk(inner, name);
  });
}

const isEndpoint = (value: unknown): value is AnyEndpoint => "route" in Object(value) && "run" in Object(value);
