import type { Settings } from "../contract/config.js";
import { isCrossSite } from "../contract/cross-site.js";
import type { AnyEndpoint } from "../contract/endpoint.js";
import { commonErrors, coreErrors, type ErrorCatalogue, isErrorEntry } from "../contract/errors.js";
import { isWhole } from "../contract/options.js";
import type { AnyPlugin } from "../contract/plugin.js";
import type { AnyColumn, ColumnMap } from "../model/column.js";
import type { Route } from "./define-auth.js";

/** What a plugin adds to models and sign-up, and its config errors. */
export type ExtendingPlugin = Pick<
  AnyPlugin,
  "id" | "models" | "extends" | "signUpFields" | "errors" | "taken" | "configErrors"
>;

/** Config errors of plugins, alone and together with core, each with the plugin's name. */
export function pluginConfigErrors(
  settings: Settings,
  plugins: readonly ExtendingPlugin[],
  routes: readonly Route[],
): readonly string[] {
  const own = plugins.flatMap((plugin) => ownErrors(settings, plugin));
  return [...routeErrors(routes), ...fieldErrors(plugins), ...own].map((problem) => `plugins: ${problem}`);
}

/** Config errors of the list of plugins: ids, and plugins that others require. */
export function idErrors(plugins: readonly AnyPlugin[]): readonly string[] {
  const ids = plugins.map((plugin) => plugin.id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  const kinds = plugins.flatMap(({ outbox }) => outbox.map(({ name }) => name));
  const repeatedKinds = kinds.filter((kind, index) => kinds.indexOf(kind) !== index);
  const impossible = ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id) || id === "core");
  return [
    ...new Set(repeated.map((id) => `"${id}" is listed twice; list it once`)),
    ...new Set(repeatedKinds.map((kind) => `the outbox kind "${kind}" is listed twice; list it in one plugin`)),
    ...impossible.map(
      (id) =>
        `"${id}" is no id of a plugin: it must be lower-case letters, digits and "-", begin with a letter, and not be "core"`,
    ),
    ...plugins.flatMap(({ id, requires }) =>
      requires
        .filter((other) => !ids.includes(other))
        .map((other) => `"${id}" requires the plugin "${other}"; add it to \`plugins\``),
    ),
  ].map((problem) => `plugins: ${problem}`);
}

/**
 * No two routes may have the same path or name; only a route that shows a session may use a cached copy; a route for
 * cross-site posts must not use credentials.
 */
function routeErrors(routes: readonly Route[]): readonly string[] {
  const owners = new Map<string, string>();
  const configErrors: string[] = [];
  for (const { from, endpoint, name } of routes) {
    if (endpoint.access === "cached" && !endpoint.route.startsWith("GET "))
      configErrors.push(
        `${endpoint.route} of "${from}" changes data, and access "cached" is for GET only; write access "session"`,
      );
    if (endpoint.takesCrossSiteForm && (endpoint.access !== "public" || !endpoint.route.startsWith("POST ")))
      configErrors.push(`${endpoint.route} of "${from}" takes forms of other sites and must be a public POST`);
    if (endpoint.takesSignedBody && !mayTakeSignedBody(endpoint, name))
      configErrors.push(
        `${endpoint.route} of "${from}" takes a signed body and must be a public POST of one path, listed in \`pages\``,
      );
    if (endpoint.takesNavigation && isCrossSite(endpoint))
      configErrors.push(
        `${endpoint.route} of "${from}" takes forms of its own origin and must not take those of other sites or signed bodies`,
      );
    for (const key of [endpoint.route, ...(name ? [name.join(".")] : [])]) {
      const owner = owners.get(key);
      if (owner) configErrors.push(`"${owner}" and "${from}" both define ${key}`);
      owners.set(key, from);
    }
  }
  return configErrors;
}

/** A path without parameters: the body limit must be known before the route is. */
const mayTakeSignedBody = ({ access, route }: AnyEndpoint, name: Route["name"]): boolean =>
  access === "public" && name === null && /^POST [^:]+$/.test(route);

function ownErrors(settings: Settings, plugin: ExtendingPlugin): readonly string[] {
  const { id, errors, configErrors } = plugin;
  const told = typeof configErrors === "function" ? configErrors(settings) : configErrors;
  return [
    ...told,
    ...columnErrors(plugin),
    ...uniqueColumnErrors(plugin),
    ...errorCatalogueErrors("errors", errors),
  ].map((problem) => `"${id}": ${problem}`);
}

/** Fields that sign-up takes itself: a plugin's schema would check another meaning of them. */
const ownFields: ReadonlySet<string> = new Set(["name", "email", "password", "image", "callbackURL", "rememberMe"]);

/** Each field of sign-up has one meaning: of the core, of a column, or of one plugin. */
function fieldErrors(plugins: readonly ExtendingPlugin[]): readonly string[] {
  const owners = new Map<string, string>();
  for (const plugin of plugins)
    for (const name of Object.keys(userColumnsOf(plugin))) owners.set(name, `"${plugin.id}" as a column`);
  return plugins.flatMap(({ id, signUpFields }) =>
    Object.keys(signUpFields).flatMap((name) => {
      if (ownFields.has(name)) return [`"${id}" declares the sign-up field "${name}", which sign-up has already`];
      const owner = owners.get(name);
      owners.set(name, `"${id}"`);
      return owner ? [`"${id}" declares the sign-up field "${name}", which is defined by ${owner}, too`] : [];
    }),
  );
}

/** What sign-up and update-user take beside columns: a column of that name would store it as it came. */
const otherInputs: ReadonlySet<string> = new Set(["password", "callbackURL", "rememberMe"]);

const columnErrors = (plugin: ExtendingPlugin): readonly string[] =>
  Object.entries(userColumnsOf(plugin)).flatMap(([name, column]) => {
    // A list has numbers as names.
    if (!isColumn(column) || /^\d/.test(name)) return [`"${name}" is no column, e.g. \`text().optional()\``];
    return column.facts.isInput && otherInputs.has(name)
      ? [`the column "${name}" cannot be an input, because it is a field of sign-up; choose another name`]
      : [];
  });

/** A JavaScript app can give any value. */
const isColumn = (value: unknown): value is AnyColumn => "facts" in Object(value);

const uniqueColumnErrors = (plugin: ExtendingPlugin): readonly string[] =>
  Object.entries(plugin.taken).flatMap(([column, error]) => {
    if (!Object.hasOwn(userColumnsOf(plugin), column))
      return [`names an error for the column "${column}", which it does not add`];
    if (!isErrorEntry(error)) return [`taken: ${column} must be an entry of its error catalogue, e.g. errors.X`];
    return Object.hasOwn(plugin.errors, error.code)
      ? []
      : [`names the error "${error.code}", which its catalogue lacks`];
  });

const userColumnsOf = (plugin: ExtendingPlugin): ColumnMap => plugin.extends.user?.columns ?? {};

const known: ErrorCatalogue = { ...commonErrors, ...coreErrors };

/** Config errors of an error catalogue: an invalid status, or a code with another meaning in core. */
export const errorCatalogueErrors = (where: string, catalogue: ErrorCatalogue): readonly string[] =>
  Object.entries(catalogue).flatMap(([code, entry]) => {
    const { status, message } = entry;
    if (!isErrorEntry({ ...entry, status: 400 }) || entry.code !== code)
      return [
        `${where}: "${code}" is not an entry: make the catalogue with defineErrors({ ${code}: { status, message } })`,
      ];
    if (!isWhole(status, 400, 599)) {
      return [`${where}: the status of "${code}" must be a whole number from 400 to 599`];
    }
    const other = Object.hasOwn(known, code) ? known[code] : undefined;
    const isSame = !other || (other.status === status && other.message === message);
    return isSame ? [] : [`${where}: "${code}" has another status or message in the core; choose another code`];
  });
