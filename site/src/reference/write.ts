import { repository } from "../project.ts";
import { readNames } from "./declarations.ts";
import { type Addresses, addressesOf, packagePages, type ReferencePage } from "./packages.ts";
import { readRoutes, routesPage } from "./routes.ts";

export interface Reference {
  readonly pages: readonly ReferencePage[];
  readonly addresses: Addresses;
}

/** The pages of the reference: a list of them, all routes, and each package. */
export async function readReference(): Promise<Reference> {
  const names = readNames();
  const packages = packagePages(names, repository);
  const pages = [routesPage(await readRoutes()), ...packages];
  return { pages: [index(pages), ...pages], addresses: addressesOf(names) };
}

function index(pages: readonly ReferencePage[]): ReferencePage {
  const summary = "Every exported name and every route, made from the sources.";
  const rows = pages.map(({ path, title, summary }) => `- [${title}](/${path}): ${summary}`);
  const text = ["# Reference", "", summary, "", ...rows, ""].join("\n");
  return { path: "reference/index.md", title: "Reference", summary, text };
}
