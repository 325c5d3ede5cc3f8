import * as z from "zod";
import { endpoint } from "../routes/endpoint.js";
import type { Context, HookContext, TxContext } from "./context.js";
import { endpointsFor } from "./endpoint.js";
import { commonErrors, coreErrors, defineErrors } from "./errors.js";
import { ok, page, redirect } from "./outcome.js";

/** Code that must not compile, and never runs: the type checker is the test. */

const plain = { doc: "A test.", input: z.object({ name: z.string() }), output: z.object({ id: z.string() }) } as const;

async function mayFail(ctx: Context<"INVALID_EMAIL"> | TxContext<"INVALID_EMAIL">): Promise<void> {
  if (ctx.settings.hasMail) return ctx.fail(coreErrors.INVALID_EMAIL);
  // @ts-expect-error a code that the context does not take
  return ctx.fail(coreErrors.USER_ALREADY_EXISTS);
}

const mayFailInTransaction = (ctx: Context<"INVALID_EMAIL">): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await mayFail(ctx);
    // @ts-expect-error a code that the context of the transaction does not take either
    ctx.fail(coreErrors.USER_ALREADY_EXISTS);
    // @ts-expect-error a function that fails with such a code
    await mayFailOtherwise(ctx);
  });

async function mayFailOtherwise(ctx: Pick<TxContext<"USER_ALREADY_EXISTS" | "INVALID_EMAIL">, "fail">): Promise<void> {
  ctx.fail(coreErrors.USER_ALREADY_EXISTS);
}

/** A hook fails with errors of its own catalogue, and calls functions that fail with any. */
export async function failsAsItLikes(ctx: HookContext): Promise<void> {
  await mayFail(ctx);
  await mayFailOtherwise(ctx);
  const own = defineErrors({ NOT_TODAY: { status: 403, message: "not today" } });
  // @ts-expect-error a misspelt code
  ctx.fail(own.NOT_TODYA);
  ctx.fail(own.NOT_TODAY);
}

export const failsAsItSays = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  errors: ["INVALID_EMAIL"],
  async handle({ ctx, input }) {
    if (input.name === "") return ctx.fail(coreErrors.INVALID_EMAIL);
    if (input.name === "c") return ctx.fail(commonErrors.UNAUTHORIZED, { status: 404 });
    // @ts-expect-error a code that the declaration does not list
    if (input.name === "x") return ctx.fail(coreErrors.USER_ALREADY_EXISTS);
    // @ts-expect-error a misspelt code
    if (input.name === "y") return ctx.fail(coreErrors.INVALID_EMIAL);
    // @ts-expect-error a code is no entry
    if (input.name === "z") return ctx.fail("INVALID_EMAIL");
    await mayFail(ctx);
    await mayFailInTransaction(ctx);
    await ctx.transaction((ctx) => mayFail(ctx));
    // @ts-expect-error a function fails with a code that the declaration does not list
    await mayFailOtherwise(ctx);
    // @ts-expect-error such a function inside a transaction
    await ctx.transaction((ctx) => mayFailOtherwise(ctx));
    return ok({ id: "1" });
  },
});

export const listsNothing = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error without a list there is no code to fail with
  handle: ({ ctx }) => ctx.fail(coreErrors.INVALID_EMAIL),
});

export const listsWhatIsThere = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error a code that the catalogue does not have
  errors: ["NO_SUCH_CODE"],
  handle: () => ok({ id: "1" }),
});

export const hasASessionOrNot = endpoint({
  ...plain,
  route: "POST /test",
  access: "optional",
  // @ts-expect-error with optional access there may be no session
  handle: ({ session }) => ok({ id: session.id }),
});

export const hasNoSession = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error with public access no session is read
  handle: ({ session }) => ok({ id: session.id }),
});

export const hasASession = endpoint({
  ...plain,
  route: "POST /test",
  access: "session",
  handle: ({ session }) => ok({ id: session.user.id }),
});

export const answersAsItSays = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error an answer of another shape than declared
  handle: () => ok({ id: 1 }),
});

export const answersWithAnOutcome = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error bare data is not an outcome
  handle: () => ({ id: "1" }),
});

export const mayAnswerWithAPage = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  handle: () => page("<p></p>"),
});

export const readsItsInput = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error the input has no such field
  handle: ({ input }) => ok({ id: input.email }),
});

export const isReadByGetOrPost = endpoint({
  ...plain,
  // @ts-expect-error an unsupported method
  route: "DELETE /test",
  access: "public",
  handle: () => ok({ id: "1" }),
});

export const isBelowTheBasePath = endpoint({
  ...plain,
  // @ts-expect-error a path begins with a slash
  route: "GET test",
  access: "public",
  handle: () => ok({ id: "1" }),
});

export const isForUser = endpoint({
  ...plain,
  route: "GET /test",
  // @ts-expect-error an unknown access
  access: "admin",
  handle: () => ok({ id: "1" }),
});

const withOptions = endpointsFor<{ readonly limit: number }, Record<never, never>>({});

export const readsItsOptions = withOptions({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error the plugin has no such option
  handle: (_, options) => ok({ id: options.maximum }),
});

export const redirectsOnError = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  errorRedirect: (_, { code }) => redirect(`https://example.com/?error=${code}`),
  handle: () => page("<p></p>"),
});

export const answersARefusalWithData = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  // @ts-expect-error a redirect has no body
  errorRedirect: () => ok({ id: "1" }),
  handle: () => page("<p></p>"),
});

export const failsLate = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  // @ts-expect-error the redirect of an error is synchronous
  errorRedirect: async () => redirect("https://example.com/"),
  handle: () => page("<p></p>"),
});

export const takesAKindOfForm = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error there is one kind of form
  takesCrossSiteForm: "multipart",
  handle: () => ok({ id: "1" }),
});
