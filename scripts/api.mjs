// Writes the reports of the public API into api/, from the declarations of a build, and on pages the tables of options
// and the fields of answers.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiFile } from "./api/openapi.ts";
import { pagesToWrite } from "./api/page-answers.ts";
import { apiReports, publicNames } from "./api/report.ts";
import { pagesWithTables } from "./option-tables.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
mkdirSync(join(root, "api"), { recursive: true });
for (const { path, text } of [...apiReports(publicNames(root)), openApiFile]) writeFileSync(join(root, path), text);
for (const [path, text] of pagesWithTables(root)) writeFileSync(join(root, path), text);
for (const { path, text } of pagesToWrite(root)) writeFileSync(join(root, path), text);
