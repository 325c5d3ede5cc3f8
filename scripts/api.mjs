// Writes the reports of the public API into api/, from the declarations of a build, and on the pages what is declared:
// the facts of errors, the tables of options, the fields of answers.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorPagesToWrite } from "./api/error-pages.ts";
import { openApiFile } from "./api/openapi.ts";
import { pagesToWrite } from "./api/page-answers.ts";
import { apiReports, publicNames } from "./api/report.ts";
import { pagesWithTables } from "./option-tables.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
mkdirSync(join(root, "api"), { recursive: true });
const write = ({ path, text }) => writeFileSync(join(root, path), text);
// Each reads the pages that the ones before have written.
[...apiReports(publicNames(root)), openApiFile].forEach(write);
for (const [path, text] of pagesWithTables(root)) write({ path, text });
errorPagesToWrite(root).forEach(write);
pagesToWrite(root).forEach(write);
