import { plainSuccess } from "../document/responses.js";
import type { Content, OpenApiDocument, Operation, Reference, ResponseObject } from "../document/types.js";
import { isRecord } from "../json-schema/record.js";
import { type Html, html, prose } from "./html.js";
import { fieldTable, schemaHtml } from "./schema.js";

/** An operation and its place in the document. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const operationLink = ({ method, path, operation }: Placed): Html =>
  html`<a href="#${operation.operationId}"><span class="method">${method}</span> ${path}</a>`;

export function operationHtml(document: OpenApiDocument, { method, path, operation }: Placed): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const fields = parameters.map(({ name, in: place, required, schema, description }) => {
    return { name, schema, isRequired: required, place, ...(description !== undefined && { description }) };
  });
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><a href="#${operationId}"><span class="method">${method}</span> <code>${path}</code></a></h3>
<p>${prose(summary)}. ${prose(description ?? "")}</p>
<ul class="facts">${factsOf(operation).map((fact) => html`<li>${fact}</li>`)}</ul>
${fields.length > 0 && html`<h4>Parameters</h4>\n${fieldTable(fields, `Parameters of ${operationId}`)}`}
${requestBody !== undefined && bodyHtml(operationId, requestBody.content, requestBody.description)}
${Object.entries(responses).map(([status, response]) => successHtml(operationId, status, resolve(document, response)))}
${errorsHtml(document, operation)}
</article>
`;
}

function factsOf({ operationId, security, "x-rate-limits": limits = [] }: Operation): readonly Html[] {
  const counts = limits.map(({ max, windowSeconds }) => html`${max} calls in ${timeOf(windowSeconds)}`);
  return [html`<code>${operationId}</code>`, html`${sessionFact(security)}`, ...counts];
}

function sessionFact(security: Operation["security"]): string {
  if (security.length === 0) return "No session needed";
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  return isOptional ? "Session if there is one" : "Session needed";
}

function timeOf(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const count = seconds / length;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

function bodyHtml(operationId: string, content: Content, description?: string): Html {
  const [first] = Object.values(content);
  const types = Object.keys(content).join(" or ");
  const isEmpty = isRecord(first?.schema.properties) && Object.keys(first.schema.properties).length === 0;
  if (!first || isEmpty) return html``;
  return html`<h4>Body <span class="soft">${types}</span></h4>
${description !== undefined && html`<p>${description}</p>`}${schemaHtml(first.schema, `Body of ${operationId}`)}`;
}

function successHtml(operationId: string, status: string, { description, content = {} }: ResponseObject): Html {
  if (!/^[23]/.test(status)) return html``;
  const json = content["application/json"];
  return html`<h4>${status} <span class="soft">${Object.keys(content).join(" or ")}</span></h4>
${description !== plainSuccess && html`<p>${prose(description)}</p>`}
${json !== undefined && schemaHtml(json.schema, `Answer ${status} of ${operationId}`)}
`;
}

function errorsHtml(document: OpenApiDocument, { operationId, responses }: Operation): Html {
  const errors = Object.entries(responses).flatMap(([status, response]) =>
    /^[45]/.test(status)
      ? examplesOf(document, resolve(document, response)).map((error) => ({ status, ...error }))
      : [],
  );
  if (errors.length === 0) return html``;
  const rows = errors.map(
    ({ status, code, message }) =>
      html`<tr><td class="status">${status}</td><td><code>${code}</code><br><span class="soft">${message}</span></td></tr>\n`,
  );
  return html`<details>
<summary>${errors.length} errors</summary>
<div class="scroll"><table>
<caption>Errors of ${operationId}</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code and message</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
</details>`;
}

/** The errors of an answer: each has an example. */
function examplesOf({ components }: OpenApiDocument, { content = {} }: ResponseObject) {
  const examples = Object.entries(content["application/json"]?.examples ?? {});
  return examples.map(([code, example]) => {
    const found = "$ref" in example ? components.examples[nameIn(example)] : example;
    return { code, message: found?.summary ?? "" };
  });
}

/** Every reference to a response is to a component. */
function resolve({ components }: OpenApiDocument, response: ResponseObject | Reference): ResponseObject {
  return "$ref" in response ? (components.responses[nameIn(response)] ?? { description: "" }) : response;
}

const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf("/") + 1);
