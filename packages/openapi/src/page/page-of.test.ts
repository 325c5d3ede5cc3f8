import { openApiDocument } from "@keyhold/openapi";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { pageOf } from "./page-of.js";

test("the page of a document is built once", () => {
  const { tags, ...others } = openApiDocument(createTestAuth().auth);
  let reads = 0;
  const document = {
    ...others,
    get tags() {
      reads += 1;
      return tags;
    },
  };
  const first = pageOf(document, "/api/auth");
  expect(first).toContain("<!DOCTYPE html>");
  const before = reads;
  expect(pageOf(document, "/api/auth")).toBe(first);
  expect(reads).toBe(before);
  expect(pageOf({ ...document, tags: [] }, "/api/auth")).not.toBe(first);
});
