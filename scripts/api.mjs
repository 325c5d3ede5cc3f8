// Writes the reports of the public API into api/, from the declarations of a build, and on the pages what is
// declared: the facts of errors, the fields of answers.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorPagesToWrite } from "./api/error-pages.ts";
import { openApiFile } from "./api/openapi.ts";
import { pagesToWrite } from "./api/page-answers.ts";
import { apiReports, publicNames } from "./api/report.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
mkdirSync(join(root, "api"), { recursive: true });
const files = [...apiReports(publicNames(root)), openApiFile, ...errorPagesToWrite(root), ...pagesToWrite(root)];
for (const { path, text } of files) writeFileSync(join(root, path), text);
