import { type AuthConfig, ConfigError, type Settings } from "./config.js";
import type { AnyEndpoint } from "./endpoint.js";
import { commonErrors, coreErrors, type ErrorEntry } from "./errors.js";
import { coreModels } from "./model/models.js";
import { mergeSchema, type Schema } from "./model/schema.js";
import { errorProblems, pluginProblems } from "./plugin-problems.js";
import { readConfig } from "./read-config.js";
import { coreEndpoints, corePages } from "./routes/index.js";

/** A route with the options of the plugin that it belongs to. */
export interface Mounted {
  readonly endpoint: AnyEndpoint;
  readonly options: unknown;
  /** Where it is among the calls, e.g. ["signIn", "email"]; null for a page. */
  readonly name: readonly string[] | null;
}

/** Core and plugins as one, before anything runs. */
export interface House {
  readonly settings: Settings;
  readonly schema: Schema;
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  readonly mounted: readonly Mounted[];
}

interface Part {
  readonly id: string;
  readonly options: unknown;
  readonly endpoints: unknown;
  readonly pages: readonly AnyEndpoint[];
}

/** Merges core and plugins. Throws `ConfigError` with every reason why they cannot be one. */
export function assemble(config: AuthConfig): House {
  const plugins = config.plugins ?? [];
  const { settings, problems } = readConfig(config);
  const core = { from: "core", models: coreModels, userColumns: {} };
  const { schema, clashes } = mergeSchema([core, ...plugins.map((plugin) => ({ from: plugin.id, ...plugin }))]);
  const parts: Part[] = [{ id: "core", options: {}, endpoints: coreEndpoints, pages: corePages }, ...plugins];
  const mounted = parts.flatMap(mount);
  const errors = new Map<string, ErrorEntry>();
  for (const catalogue of [commonErrors, coreErrors, ...plugins.map((plugin) => plugin.errors), config.errors ?? {}]) {
    for (const [code, entry] of Object.entries(catalogue)) errors.set(code, entry);
  }
  const routes = parts.flatMap((part) => mount(part).map(({ endpoint, name }) => ({ from: part.id, endpoint, name })));
  const all = [
    ...problems,
    ...clashes.map((clash) => `plugins: ${clash}`),
    ...pluginProblems(plugins, routes),
    ...errorProblems("errors", config.errors ?? {}),
  ];
  if (all.length > 0) throw new ConfigError(all);
  return { settings, schema, errors, mounted };
}

function mount({ options, endpoints, pages }: Part): Mounted[] {
  return [
    ...walk(endpoints, []).map((found) => ({ ...found, options })),
    ...pages.map((endpoint) => ({ endpoint, options, name: null })),
  ];
}

/** The endpoints of a tree with their names. */
function walk(tree: unknown, above: readonly string[]): { endpoint: AnyEndpoint; name: readonly string[] }[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, inner]) => {
    const name = [...above, key];
    return isEndpoint(inner) ? [{ endpoint: inner, name }] : walk(inner, name);
  });
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === "object" && value !== null && "wire" in value && "run" in value;
