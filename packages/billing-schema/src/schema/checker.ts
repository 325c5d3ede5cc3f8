import * as z from "zod/mini";
import { $ZodObjectJIT } from "zod/v4/core";
import { isWritable } from "./date.js";
import type { Declaration, DependentDeclaration, Field, ObjectDeclaration, VariantsDeclaration } from "./field.js";
import { mapRule, misfits } from "./map-values.js";
import { dependentMember, membersOf, openMemberOf } from "./members.js";
import type { Mode } from "./mode.js";
import { type Form, namesOf } from "./names.js";
import { oncePerDeclaration } from "./once.js";
import { mayBeMissing } from "./presence.js";
import { treeDepth } from "./tree.js";

export interface Reading {
  readonly form: Form;
  readonly mode: Mode;
}

export type Checker = z.core.$ZodType;
type Discriminable = Checker & z.core.$ZodTypeDiscriminable;

const leaves = {
  text: z.string(),
  integer: z.int(),
  number: z.number(),
  flag: z.boolean(),
  scalar: z.union([z.string(), z.int(), z.boolean()]),
  absent: z.optional(z.undefined()),
  anything: z.optional(z.unknown()),
};
const wireDate = z.iso.datetime({ offset: true });
const clientDate = z.date().check((payload) => {
  if (isWritable(payload.value)) return;
  payload.issues.push({ code: "custom", input: payload.value, params: { expected: "one of the years 0 to 9999" } });
});
const openChoice = z.string();

/** The zod schema of a place. Objects and unions are made once per form and mode. */
export function checkerOf(field: Field, reading: Reading): Checker {
  const { is } = field;
  switch (is.kind) {
    case "date":
      return reading.form === "wire" ? wireDate : clientDate;
    case "choice":
      return reading.mode === "strict" ? z.enum(is.values) : openChoice;
    case "literal":
      return is.isOpen && reading.mode === "tolerant" ? leaves.text : z.literal(is.values);
    case "list":
      return z.array(checkerOf(is.of, reading));
    case "map":
      return mapChecker(mapRule(is.values, reading.mode));
    case "stray":
      return leaves[reading.mode === "strict" ? "absent" : "anything"];
    case "nullable":
      return z.nullable(checkerOf(is.of, reading));
    case "optional":
      return z.optional(checkerOf(is.of, reading));
    case "laterNullable":
      return reading.mode === "strict" ? checkerOf(is.of, reading) : z.nullable(checkerOf(is.of, reading));
    case "laterAbsent":
      return reading.mode === "strict" ? checkerOf(is.of, reading) : z.optional(checkerOf(is.of, reading));
    case "default":
      return reading.form === "wire" ? z.optional(checkerOf(is.of, reading)) : checkerOf(is.of, reading);
    case "tree":
      return treeChecker(is, reading);
    case "object":
    case "variants":
    case "dependent":
      return once(is, reading);
    default:
      return leaves[is.kind];
  }
}

type Made = ObjectDeclaration | VariantsDeclaration | DependentDeclaration;
const checkers = oncePerDeclaration<Checker>();

function once(is: Made, reading: Reading): Checker {
  return checkers(is, `${reading.form} ${reading.mode}`, () => make(is, reading));
}

function make(is: Made, reading: Reading): Checker {
  if (is.kind === "object") return objectChecker(is, reading);
  if (is.kind === "variants") return variantsChecker(is, reading);
  // The place alone does not decide the form: the object around selects the member.
  return z.record(z.string(), z.unknown());
}

/** Zod's own record with a union of scalars takes ten times as long, and leaves out a key named `__proto__`. */
function mapChecker(rule: ReturnType<typeof mapRule>): Checker {
  return z.unknown().check((payload) => {
    const map = payload.value;
    // Of a Map or a Date no key would be found wrong, and all would be lost.
    if (typeof map !== "object" || map === null || Object.prototype.toString.call(map) !== "[object Object]") {
      payload.issues.push({ code: "invalid_type", expected: "record", input: map });
      return;
    }
    for (const key of misfits(map, rule)) {
      payload.issues.push({ code: "custom", path: [key], input: map, params: { expected: rule.expected } });
    }
  });
}

/** Of a field of an object: the key may be missing in tolerant mode, and the value null. */
function fieldChecker(field: Field, reading: Reading): Checker {
  const checker = checkerOf(field, reading);
  return mayBeMissing(field, reading.mode) ? z.optional(z.nullable(checker)) : checker;
}

function objectChecker({ fields }: ObjectDeclaration, reading: Reading): Checker {
  const nameOf = namesOf(reading.form);
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [nameOf(name), fieldChecker(field, reading)]),
  );
  const dependents = Object.entries(fields).flatMap(([name, field]) => [
    ...dependentsIn(nameOf(name), field, reading),
    ...strayIn(nameOf(name), field, reading),
  ]);
  // Zod compiles the checks of an object where `new Function` is allowed: half the time, and equal answers.
  if (dependents.length === 0) return new $ZodObjectJIT({ type: "object", shape });
  return z.object(shape).check(...dependents);
}

/** Checks a place by the member that another place in the object selects. */
function dependentsIn(
  name: string,
  field: Field,
  reading: Reading,
): readonly z.core.CheckFn<Record<string, unknown>>[] {
  const { is } = field;
  if (is.kind === "nullable" || is.kind === "optional") return dependentsIn(name, is.of, reading);
  if (is.kind !== "dependent") return [];
  return [
    (payload) => {
      const value = payload.value[name];
      const member = dependentMember(is, payload.value, namesOf(reading.form));
      if (value === null || value === undefined || member === undefined) return;
      const result = z.safeParse(checkerOf(member, reading), value);
      payload.issues.push(...issuesBelow(result, value, [name]));
    },
  ];
}

/** A stray key is kept only beside the key that selects the member: otherwise the stray key might be the selector. */
function strayIn(name: string, { is }: Field, reading: Reading): readonly z.core.CheckFn<Record<string, unknown>>[] {
  if (is.kind !== "stray" || reading.mode === "strict") return [];
  const beside = namesOf(reading.form)(is.beside);
  return [
    (payload) => {
      const input = payload.value[name];
      if (input === undefined || payload.value[beside] !== undefined) return;
      payload.issues.push({ code: "invalid_type", expected: "undefined", path: [name], input });
    },
  ];
}

function variantsChecker(is: VariantsDeclaration, reading: Reading): Checker {
  const open = reading.mode === "tolerant" && openMemberOf(is);
  if (open) return openUnionChecker(is, open, reading);
  const known: Checker = knownMembers(is, reading);
  const newer = reading.mode === "strict" ? [] : newerMembers(is, reading);
  return newer.length === 0 ? known : z.union([known, ...newer]);
}

/** Selects the member before any check: trying all members would double the time at each level of a tree. */
function openUnionChecker(is: VariantsDeclaration, open: Field, reading: Reading): Checker {
  const members = new Map([...membersOf(is)].map(([value, member]) => [value, checkerOf(member, reading)]));
  const others = checkerOf(open, reading);
  const on = namesOf(reading.form)(is.on);
  return z.unknown().check(({ value, issues }) => {
    const chosen = members.get(typeof value === "object" && value !== null ? Reflect.get(value, on) : null) ?? others;
    issues.push(...issuesBelow(z.safeParse(chosen, value), value, []));
  });
}

function knownMembers(is: VariantsDeclaration, reading: Reading): Discriminable {
  const [first, ...others] = is.members.map(({ is: member }) =>
    member.kind === "variants" ? knownMembers(member, reading) : objectMember(member, reading),
  );
  if (!first) throw new TypeError(`${is.name} has no members.`);
  return z.discriminatedUnion(namesOf(reading.form)(is.on), [first, ...others]) as Discriminable;
}

function objectMember(is: Declaration, reading: Reading): Discriminable {
  if (is.kind !== "object") throw new TypeError("The members of a union are objects, or unions of objects.");
  // The declaration guarantees the type, but the cached checker has the general type.
  return once(is, reading) as Discriminable;
}

/** Members unknown to this version: the common fields are checked, the rest is kept. */
function newerMembers(is: VariantsDeclaration, reading: Reading): readonly Checker[] {
  const below = is.members.flatMap((member) => (member.is.kind === "variants" ? newerMembers(member.is, reading) : []));
  if (is.common === null) return below;
  const values = membersOf(is);
  // Aborting: zod's union reports the issues of the only member without an abort as the union's issues, and drops the
  // nearest issues.
  const isNew = z.string().check(z.refine((value) => !values.has(value), { abort: true }));
  const nameOf = namesOf(reading.form);
  const common = Object.entries(is.common).map(([name, field]) => [nameOf(name), fieldChecker(field, reading)]);
  return [z.object({ ...Object.fromEntries(common), [nameOf(is.on)]: isNew }), ...below];
}

function treeChecker(
  is: { readonly of: () => Field; readonly children: string; readonly depth: number },
  reading: Reading,
): Checker {
  const tree = z.lazy(() => checkerOf(is.of(), reading));
  return z.unknown().check((payload) => {
    if (treeDepth(payload.value, is.children, is.depth) > is.depth) {
      payload.issues.push({
        code: "custom",
        input: payload.value,
        params: { expected: `a tree of at most ${is.depth} levels` },
      });
      return;
    }
    const result = z.safeParse(tree, payload.value);
    payload.issues.push(...issuesBelow(result, payload.value, []));
  });
}

/** The issues of a nested check, at the place of the check. */
function issuesBelow(
  result: { readonly error?: z.core.$ZodError },
  input: unknown,
  path: readonly string[],
): readonly z.core.$ZodRawIssue[] {
  return (result.error?.issues ?? []).map(
    (issue) => ({ ...issue, input, path: [...path, ...issue.path] }) as z.core.$ZodRawIssue,
  );
}
