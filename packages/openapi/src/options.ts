import { type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import type { OpenApiDocumentOptions } from "./document/document.js";

/** The options of `openApi`. */
export interface OpenApiOptions extends OpenApiDocumentOptions {
  /** The path of the reference page, below `basePath`. Default "/reference". */
  readonly path?: `/${string}`;
  /**
   * Whether the document and the page are served; else their routes answer 404. Default: only if the host of `baseURL` is
   * this machine, e.g. `localhost`.
   */
  readonly enabled?: boolean;
}

const optionKeys = { path: true, enabled: true, info: true } as const satisfies KnownKeys<
  Pick<OpenApiOptions, "path" | "enabled"> & { readonly info?: unknown }
>;

/** Config errors of the options. */
export function optionErrors(given: OpenApiOptions): readonly string[] {
  const { path = "/reference", enabled } = given;
  return [
    ...unknownKeyErrors(given, optionKeys),
    ...(/^(\/[\w.-]+)+$/.test(path) ? [] : ['path: must be a path without parameters, e.g. "/reference"']),
    ...(enabled === undefined || typeof enabled === "boolean" ? [] : ["enabled: must be true or false"]),
  ];
}

/** Whether a URL is of this machine: a loopback address or a name below `localhost` (RFC 6761, 6.3). */
export function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /(^|\.)localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostname);
}
