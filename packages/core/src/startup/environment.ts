import { type AuthConfig, ConfigError } from "../contract/config.js";

/** The variables of the environment that `createAuth` reads. */
const variables = { secret: "AUTH_SECRET", baseURL: "AUTH_URL" } as const;

/** The config with the secret and the URL of the environment, where the app gives none. */
export function withEnvironment(config: AuthConfig): AuthConfig {
  if (typeof config !== "object" || config === null)
    throw new ConfigError(["config: missing; write `createAuth({ database })`"]);
  return {
    ...config,
    secret: config.secret || variable(variables.secret),
    baseURL: config.baseURL || variable(variables.baseURL),
  };
}

/**
 * A worker may have no `process`. `globalThis`, because bundlers of servers replace `process.env.AUTH_SECRET` by the value
 * of the build.
 */
function variable(name: string): string | undefined {
  const { process }: { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } } =
    globalThis;
  return process?.env?.[name];
}
