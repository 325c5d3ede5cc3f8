import { definePlugin, endpointsFor, ok } from "@keyhold/core/plugin";
import { openApiDocument } from "@keyhold/openapi";
import { createTestAuth } from "@keyhold/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { bodyOf, operationAt } from "./fixture.ts";

const endpoint = endpointsFor<unknown, Record<never, never>>({});

const note = z.object({ text: z.string().min(1), at: z.date() }).meta({ id: "Note" });
const folder = z.object({
  name: z.string(),
  get inner() {
    return z.array(folder);
  },
});

const add = endpoint({
  route: "POST /notes/add",
  access: "public",
  doc: "Adds a note.",
  input: z.object({ text: z.string().min(1).max(80), tags: z.array(z.enum(["a", "b"])).default([]) }),
  output: z.object({ note, previous: note.nullable() }),
  handle: ({ ctx, input }) => ok({ note: { text: input.text, at: ctx.now() }, previous: null }),
});

const list = endpoint({
  route: "GET /notes/:folder",
  access: "public",
  doc: "The notes of a folder.",
  input: z.object({ folder: z.string(), limit: z.coerce.number().int().optional() }),
  output: folder,
  handle: ({ input }) => ok({ name: input.folder, inner: [] as z.output<typeof folder>[] }),
});

/** A schema by the Standard Schema interface alone. */
const plainOf = (vendor: string) =>
  ({ "~standard": { version: 1, vendor, validate: (value: unknown) => ({ value }) } }) as const;

const plain = endpoint({
  route: "POST /notes/plain",
  access: "public",
  doc: "Takes anything.",
  input: plainOf("small-library"),
  output: plainOf("small-library"),
  handle: () => ok({}),
});

const throwing = { "~standard": { ...plainOf("other")["~standard"], jsonSchema: { input: fail, output: fail } } };
function fail(): never {
  throw new Error("No JSON Schema");
}
const unsaid = endpoint({
  route: "POST /notes/unsaid",
  access: "public",
  doc: "Takes what no JSON Schema says.",
  input: throwing,
  output: throwing,
  handle: () => ok({}),
});

const notes = definePlugin({ id: "notes", endpoints: { notes: { add, list, plain, unsaid } } });
const { auth, browser } = createTestAuth({ plugins: [notes] });
const document = openApiDocument(auth);
const outputOf = (route: string): unknown => operationAt(document, route).responses[200];

describe("a plugin with schemas of zod", () => {
  test("has its input and its output in the document", () => {
    expect(bodyOf(document, "POST /notes/add")).toMatchObject({
      type: "object",
      properties: {
        text: { type: "string", minLength: 1, maxLength: 80 },
        tags: { type: "array", items: { enum: ["a", "b"] }, default: [] },
      },
      required: ["text"],
    });
    expect(operationAt(document, "GET /notes/{folder}").parameters).toMatchObject([
      { name: "folder", in: "path", required: true, schema: { type: "string" } },
      { name: "limit", in: "query", required: false, schema: { type: "integer" } },
    ]);
  });

  test("has named and recursive schemas as components, and a date as a text", () => {
    const { schemas } = document.components;
    expect(schemas.Note).toMatchObject({ properties: { at: { type: "string", format: "date-time" } } });
    expect(JSON.stringify(outputOf("POST /notes/add"))).toContain('"$ref":"#/components/schemas/Note"');
    const { $ref } = JSON.parse(JSON.stringify(outputOf("GET /notes/{folder}"))).content["application/json"].schema;
    expect($ref).toBe("#/components/schemas/Recursive");
    expect(schemas.Recursive).toMatchObject({ properties: { inner: { items: { $ref } } } });
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("answers as the document says", async () => {
    const answer = await (await browser.post("/notes/add", { text: "Milk" })).json();
    expect(answer).toEqual({ note: { text: "Milk", at: expect.stringMatching(/^\d{4}-.+Z$/) }, previous: null });
  });
});

describe("a schema of a library without JSON Schema", () => {
  test.each([
    ["POST /notes/plain", "small-library"],
    ["POST /notes/unsaid", "other"],
  ])("takes any value, with the name of the library: %s", (route, vendor) => {
    const schema = { description: `Checked by a schema of "${vendor}", which has no JSON Schema.` };
    expect(bodyOf(document, route)).toEqual(schema);
    expect(outputOf(route)).toMatchObject({ content: { "application/json": { schema } } });
  });
});

test("the document of such plugins is valid", async () => {
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
});
