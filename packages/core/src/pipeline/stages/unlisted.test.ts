import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Context } from "../../contract/context.js";
import { endpointsFor } from "../../contract/endpoint.js";
import { coreErrors, defineErrors, type ErrorEntry } from "../../contract/errors.js";
import { definePlugin } from "../../contract/plugin.js";

const errors = defineErrors({
  LISTED: { status: 409, message: "listed" },
  UNLISTED: { status: 418, message: "unlisted" },
});
const hookErrors = defineErrors({ NOT_TODAY: { status: 403, message: "not today" } });
const declare = endpointsFor<unknown, typeof errors>(errors);

/** As JavaScript calls `fail`: with anything. */
function open(error: unknown) {
  const fail = declare({
    route: "POST /test/fail",
    access: "public",
    doc: "Fails.",
    input: z.object({}),
    output: z.null(),
    errors: ["LISTED"],
    handle: ({ ctx }) => (ctx as Context<string>).fail(error as ErrorEntry),
  });
  const plugin = definePlugin({ id: "test", errors, endpoints: { test: { fail } } });
  return createTestAuth({ plugins: [plugin], config: { errors: hookErrors } });
}

async function failWith(error: unknown) {
  const { auth, browser, logged } = open(error);
  const answer = await browser.post("/test/fail", {});
  await auth.idle();
  return { status: answer.status, code: (await answer.json()).code, logged };
}

test("an error that the endpoint lists is not logged", async () => {
  expect(await failWith(errors.LISTED)).toEqual({ status: 409, code: "LISTED", logged: [] });
});

test.each([errors.UNLISTED, coreErrors.INVALID_TOKEN])(
  "the error $code that the endpoint does not list is answered, and logged with its route",
  async (error) => {
    const { status, code, logged } = await failWith(error);
    expect({ status, code }).toEqual({ status: error.status, code: error.code });
    expect(logged.map(({ level, message }) => ({ level, message }))).toEqual([
      {
        level: "error",
        message: `POST /test/fail of "test" failed with ${error.code}, which its \`errors\` do not list.`,
      },
    ]);
  },
);

test("a server call logs such an error, too", async () => {
  const { auth, logged } = open(errors.UNLISTED);
  const { test: calls } = auth.api as unknown as { test: { fail(input: object): Promise<unknown> } };
  await expect(calls.fail({})).rejects.toMatchObject({ code: "UNLISTED" });
  await auth.idle();
  expect(logged).toHaveLength(1);
});

test("an error of another catalogue is a hook's, and is not logged", async () => {
  expect(await failWith(hookErrors.NOT_TODAY)).toEqual({ status: 403, code: "NOT_TODAY", logged: [] });
});

test.each(["LISTED", undefined, { code: "LISTED" }])(
  "what is no entry (%o) is a 500, and the log says what to pass",
  async (error) => {
    const { status, logged } = await failWith(error);
    expect(status).toBe(500);
    expect(logged[0]?.cause).toContain("ctx.fail takes an entry of an error catalogue");
    expect(logged[0]?.cause).toContain("ctx.fail(errors.CODE)");
  },
);

test("an endpoint that lists a code of no catalogue is an error when it is declared", () => {
  const declareMisspelt = (): unknown =>
    declare({
      route: "POST /test/fail",
      access: "public",
      doc: "Fails.",
      input: z.object({}),
      output: z.null(),
      errors: ["LISTDE" as "LISTED"],
      handle: ({ ctx }) => ctx.fail(errors.LISTED),
    });
  expect(declareMisspelt).toThrow('POST /test/fail lists the error "LISTDE", which is not in its catalogue.');
});
