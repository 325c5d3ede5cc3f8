import { checked, defineOptions, isObject } from "@keyhold/core/options";
import type { Info } from "./document/types.js";

/** The options of `openApiDocument`. */
export interface OpenApiDocumentOptions {
  /**
   * The head of the document, each field alone. Default: the name of the app as title, version "1.0.0", and rules for all
   * routes.
   */
  readonly info?: Partial<Info>;
}

/** The options of `openApi`. */
export interface OpenApiOptions extends OpenApiDocumentOptions {
  /** The path of the reference page, below `basePath`. Default "/reference". */
  readonly path?: `/${string}`;
  /**
   * Whether the document and the page are served: true everywhere, false nowhere; else their routes answer 404. Default:
   * only if the host of `baseURL` is this machine, e.g. `localhost`.
   */
  readonly enabled?: boolean | null;
}

export const openApiOptions = defineOptions<OpenApiOptions>({
  path: checked<`/${string}`>(
    "/reference",
    'be a path without parameters, e.g. "/reference"',
    (given) => typeof given === "string" && /^(\/[\w.-]+)+$/.test(given),
  ),
  enabled: checked<boolean | null>(null, "be true or false", (given) => typeof given === "boolean"),
  info: checked({}, 'be an object, e.g. `{ version: "2.1.0" }`', isObject),
});

/** Whether a URL is of this machine: a loopback address or a name below `localhost` (RFC 6761, 6.3). */
export function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /(^|\.)localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname);
}
