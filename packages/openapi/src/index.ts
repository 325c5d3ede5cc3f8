export { openApiDocument } from "./document/document.js";
export type {
  ComponentsObject,
  Content,
  Example,
  Info,
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  ResponseObject,
  SecurityScheme,
} from "./document/types.js";
export type { OpenApiDocumentOptions, OpenApiOptions } from "./options.js";
export { type OpenApiPlugin, openApi } from "./plugin.js";
