import { type Fields, ObjectSchema } from "../contract/schema/composed.js";
import type { RawInput } from "../http/input.js";
import type { Schema } from "../model/schema.js";
import type { Route } from "../startup/define-auth.js";

/** The values of a checkbox in a form (HTML, section 4.10.5.1.15: "on" without a `value`), and of a hidden field. */
const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ["on", true],
  ["true", true],
  ["false", false],
]);

/**
 * The fields of a form as the input of a route: texts, and a boolean where the route takes a boolean. An optional field
 * that is left blank is not given, and in a change of the user removed.
 */
export function inputOf(form: FormData, route: Route, { models }: Schema): RawInput {
  const { input, takesUserColumns, takesColumns } = route.endpoint;
  const fields = { ...shapeOf(route.signUpFields), ...shapeOf(input) };
  const columns = models.get(takesUserColumns ? "user" : (takesColumns?.of.name ?? ""))?.columns ?? {};
  return Object.fromEntries(
    [...form].map(([name, value]) => {
      const facts = own(columns, name)?.facts;
      const field = own(fields, name);
      const takes = (other: unknown): boolean | undefined => field && !field.safeParse(other).issues;
      if (value === "" && (facts?.isOptional || takes(undefined)))
        return [name, takesUserColumns === "change" && (facts?.isOptional || takes(null)) ? null : undefined];
      return [name, facts?.kind === "boolean" || takes(true) ? (booleans.get(value) ?? value) : value];
    }),
  );
}

const shapeOf = (schema: unknown): Fields => (schema instanceof ObjectSchema ? schema.shape : {});

/** The sender of a form chooses the names: "constructor" is none of an object's own. */
const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
