import { type Inspection, inspections } from "./inspection.js";
import type { Mountable } from "./replies.js";

/**
 * The path below which an auth answers, without a slash at the end, e.g. "/api/auth": there a plugin of a framework
 * mounts the routes.
 *
 * @throws TypeError if the auth was not made by `createAuth`.
 * @example app.use(basePathOf(auth), nodeHandler(auth));
 */
export const basePathOf = (auth: Mountable): string => settingsOf(auth).basePath;

/**
 * `basePathOf` with the path of `baseURL` in front, e.g. "/app/api/auth": the path in the browser, if a proxy or
 * gateway removes a part of the path.
 *
 * @throws TypeError if the auth was not made by `createAuth`.
 */
export const publicPathOf = (auth: Mountable): string => settingsOf(auth).publicPath;

function settingsOf(auth: Mountable): Inspection["settings"] {
  const inspect: unknown = Reflect.get(auth, inspections);
  if (!isInspector(inspect)) throw new TypeError("auth: pass the object that createAuth() has returned.");
  return inspect().settings;
}

const isInspector = (value: unknown): value is () => Inspection => typeof value === "function";
