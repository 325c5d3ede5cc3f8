import { admin } from "@keyhold/admin";
import { billing, billingHandlers } from "@keyhold/billing";
import type { AuthConfig } from "@keyhold/core";
import { openApi } from "@keyhold/openapi";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import type { OpenApiDocument, Operation } from "../src/document/types.js";

export const webhookSecret = "a-secret-of-the-provider";

const plugins = () =>
  [
    username(),
    organization({ roleLimit: 5 }),
    teams(),
    admin(),
    social({ providers: [google({ clientId: "client", clientSecret: "secret" })] }),
    billing({ webhook: { secret: webhookSecret, handlers: billingHandlers().on("*", () => undefined) } }),
    openApi({ enabled: true }),
  ] as const;

type Config = Partial<Omit<AuthConfig, "plugins" | "onEvent" | "hooks" | "mail">>;

/** An auth with every plugin of this repository. */
export const openEverything = (config: Config = {}) => createTestAuth({ plugins: plugins(), config });

/** An operation by method and path, e.g. "POST /sign-up/email". */
export function operationAt({ paths }: OpenApiDocument, route: string): Operation {
  const [method, path] = route.split(" ");
  const item = paths[`/api/auth${path}`];
  const operation = method === "GET" ? item?.get : item?.post;
  if (!operation) throw new Error(`The document has no ${route}.`);
  return operation;
}

/** The schema of a JSON body. */
export const bodyOf = (document: OpenApiDocument, route: string): unknown =>
  operationAt(document, route).requestBody?.content["application/json"]?.schema;

/** Every operation with method and path. */
export const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: "GET", path, operation: get }] : []),
    ...(post ? [{ method: "POST", path, operation: post }] : []),
  ]);
