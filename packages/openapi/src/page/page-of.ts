import type { OpenApiDocument } from "../document/types.js";
import { referencePage } from "./reference-page.js";

const made = new WeakMap<OpenApiDocument, string>();

/** The page of a document, built at the first request: building takes as long as many calls. */
export function pageOf(document: OpenApiDocument, basePath: string): string {
  const page = made.get(document) ?? referencePage(document, basePath);
  made.set(document, page);
  return page;
}
