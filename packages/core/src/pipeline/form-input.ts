import { type Fields, ObjectSchema } from "../contract/schema/composed.js";
import type { AnySchema } from "../contract/schema/schema.js";
import type { RawInput } from "../http/input.js";
import type { Schema } from "../model/schema.js";
import type { Route } from "../startup/define-auth.js";

/** The values of a checkbox in a form (HTML, section 4.10.5.1.15: "on" without a `value`), and of a hidden field. */
const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ["on", true],
  ["true", true],
  ["false", false],
]);

/** The fields of a form as the input of a route: texts, and a boolean where the route takes a boolean. */
export function inputOf(form: FormData, route: Route, { models }: Schema): RawInput {
  const { input, takesUserColumns, takesColumns } = route.endpoint;
  const fields = { ...shapeOf(route.signUpFields), ...shapeOf(input) };
  const columns = models.get(takesUserColumns ? "user" : (takesColumns?.of.name ?? ""))?.columns ?? {};
  const isBoolean = (name: string): boolean =>
    own(columns, name)?.facts.kind === "boolean" || takesBoolean(own(fields, name));
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, isBoolean(name) ? (booleans.get(value) ?? value) : value]),
  );
}

const takesBoolean = (field: AnySchema | undefined): boolean =>
  field !== undefined && field.safeParse(true).issues === undefined;

const shapeOf = (schema: unknown): Fields => (schema instanceof ObjectSchema ? schema.shape : {});

/** The sender of a form chooses the names: "constructor" is none of an object's own. */
const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
