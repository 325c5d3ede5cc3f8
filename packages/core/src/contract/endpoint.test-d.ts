import * as z from "zod";
import { endpoint } from "../routes/endpoint.js";
import { endpointsFor } from "./endpoint.js";
import { ok, page, redirect } from "./outcome.js";

/** Code that must not compile. It never runs: the type checker is the test. */

const plain = { doc: "A test.", input: z.object({ name: z.string() }), output: z.object({ id: z.string() }) } as const;

export const failsAsItSays = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  errors: ["INVALID_EMAIL"],
  handle({ fail, input }) {
    if (input.name === "") return fail("INVALID_EMAIL");
    // @ts-expect-error a code that the declaration does not list
    if (input.name === "x") return fail("USER_ALREADY_EXISTS");
    // @ts-expect-error a code that is in no catalogue
    if (input.name === "y") return fail("NO_SUCH_CODE");
    return ok({ id: "1" });
  },
});

export const listsNothing = endpoint({
  ...plain,
  route: "POST /test",
  access: "public",
  // @ts-expect-error without a list there is no code to fail with
  handle: ({ fail }) => fail("INVALID_EMAIL"),
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
  // @ts-expect-error an answer of another shape than the declared one
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

export const leadsOnWhenRefused = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  refusal: (_, { code }) => redirect(`https://example.com/?error=${code}`),
  handle: () => page("<p></p>"),
});

export const answersARefusalWithData = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  // @ts-expect-error after a failure it must redirect, not answer with data
  refusal: () => ok({ id: "1" }),
  handle: () => page("<p></p>"),
});

export const takesItsTimeToRefuse = endpoint({
  ...plain,
  route: "GET /test",
  access: "public",
  // @ts-expect-error it is synchronous, so that it cannot fail once more
  refusal: async () => redirect("https://example.com/"),
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
