import type { AuthConfig } from "../contract/config.js";
import type { Hooks } from "../contract/hooks.js";
import { unknownKeyErrors } from "../contract/known-keys.js";
import type { AnyPlugin } from "../contract/plugin.js";
import { configKeys } from "./config-keys.js";
import { foreignOptions } from "./foreign-options.js";

/** Why the config of a JavaScript app is no config at all: unknown keys and hooks, and values of another kind. */
export function shapeErrors(config: AuthConfig): readonly string[] {
  return [
    ...unknownKeyErrors(config, { ...configKeys, hooks: hookNamesOf(config) }, { foreign: foreignOptions }),
    ...functionProblems(config),
    ...listProblems(config.plugins),
  ];
}

/** The config with the plugin of the outbox, if a plugin lists a kind of outbox entries. */
export function withOutbox(config: AuthConfig): AuthConfig {
  const plugins = pluginsOf(config);
  const [kind] = plugins.flatMap(({ outbox }) => outbox);
  return kind ? { ...config, plugins: [...plugins, kind.outbox.plugin] } : config;
}

/** The entries of `plugins` that are plugins: the other entries are named by `shapeErrors`. */
export const pluginsOf = ({ plugins }: Pick<AuthConfig, "plugins">): readonly AnyPlugin[] =>
  Array.isArray(plugins) ? plugins.filter(isPlugin) : [];

const isPlugin = (value: unknown): value is AnyPlugin => Array.isArray(Object(value).requires);

function listProblems(plugins: unknown): readonly string[] {
  if (plugins === undefined) return [];
  if (!Array.isArray(plugins)) return ["plugins: must be a list, e.g. `plugins: [username()]`"];
  return plugins.flatMap((plugin: unknown, index) => {
    if (isPlugin(plugin)) return [];
    if (typeof plugin === "function")
      return [`plugins[${index}]: is the function ${plugin.name || "without a name"}; call it, e.g. \`username()\``];
    return [
      `plugins[${index}]: is no plugin of Keyhold; write one of ours, e.g. \`username()\`, or make one by \`definePlugin\``,
    ];
  });
}

/** The options that are functions, each with an example. */
const functions = {
  mail: "`nodemailer(transport, { from })` of @keyhold/mail",
  onEvent: "`(event) => …`",
  waitUntil: "`(work) => ctx.waitUntil(work)`",
  log: "`({ level, message, cause }) => …`",
  challenge: "`async ({ response }) => …`",
  now: "`() => new Date()`",
} as const satisfies Partial<Record<keyof AuthConfig, string>>;

const functionProblems = (config: AuthConfig): readonly string[] => [
  ...Object.entries(functions)
    .filter(([name]) => isNoFunction(config[name as keyof typeof functions]))
    .map(([name, example]) => `${name}: must be a function, e.g. ${example}`),
  ...Object.entries(config.hooks ?? {})
    .filter(([, hook]) => isNoFunction(hook))
    .map(([name]) => `hooks["${name}"]: must be a function`),
];

const isNoFunction = (value: unknown): boolean => value !== undefined && typeof value !== "function";

const coreHooks = {
  "user.create": true,
  "user.update": true,
  "user.delete": true,
  "email.change": true,
  "user.upgrade": true,
  "user.act": true,
  "session.replace": true,
  "trust.end": true,
  "factors.reset": true,
  "step-up.factors": true,
  "step-up.methods": true,
  "sign-in.finish": true,
  "session.restricted": true,
  "factor.given": true,
  "call.challenge": true,
  "call.run": true,
  "error.answer": true,
  "reply.answer": true,
  sweep: true,
  "session.ask": true,
  "session.offer": true,
  "sign-in.way-added": true,
  "sign-in.ways": true,
  "account.claim": true,
  "account.unlink": true,
  "event.emit": true,
  "email.undo": true,
  "session.join": true,
  "session.next": true,
  "session.rotate": true,
  "sign-out": true,
  "session.create": true,
} as const satisfies Record<keyof Hooks, true>;

/** The hooks that core and the plugins of the app call: another name would never be called. */
const hookNamesOf = (config: AuthConfig): Readonly<Record<string, true>> =>
  Object.assign({}, coreHooks, ...pluginsOf(config).map(({ hookNames }) => hookNames));
