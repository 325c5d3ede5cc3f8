/** A JSON Schema, draft 2020-12: the dialect of OpenAPI 3.1. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A pointer to another part of the document. */
export interface Reference {
  readonly $ref: string;
}

/** A whole document by the OpenAPI Specification 3.1: the parts that describe an auth. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Info;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: ComponentsObject;
}

/** The head of the document. */
export interface Info {
  readonly title: string;
  /** The version of the API that the document describes. */
  readonly version: string;
  readonly summary?: string;
  /** CommonMark. */
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** The operations of a path. */
export interface PathItem {
  readonly get?: Operation;
  readonly post?: Operation;
}

/** A route. */
export interface Operation {
  /** The name of the call, e.g. "signInEmail". */
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** Any entry is enough; an empty entry stands for a call without a session. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Calls of a client address in a time: all limits apply. */
  readonly "x-rate-limits"?: readonly { readonly windowSeconds: number; readonly max: number }[];
}

/** A parameter of a path, a query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The body of a POST by media type. */
export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly content: Content;
}

/** A value by media type. */
export type Content = Readonly<Record<string, MediaType>>;

/** A value in a media type. */
export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

/** An example of a value. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** An answer. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** A way to authenticate. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "cookie"; readonly name: string; readonly description: string }
  | { readonly type: "http"; readonly scheme: "bearer"; readonly description: string };

/** The parts that several operations share. */
export interface ComponentsObject {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly examples: Readonly<Record<string, Example>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}
