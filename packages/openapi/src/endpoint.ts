import { type Context, endpointsFor } from "@keyhold/core/plugin";
import type { OpenApiDocument } from "./document/types.js";

/** The document of the auth of a context. Throws 404 if the document is not served. */
export type FindDocument = (ctx: Context) => OpenApiDocument;

/** Binds the empty error catalogue. */
export const endpoint = endpointsFor<{ readonly find: FindDocument }, Record<never, never>>({});

/** Both answers are long. */
export const limit = { windowSeconds: 10, max: 20 } as const;

/** The path of the document below `basePath`. */
export const documentPath = "/open-api/generate-schema";
