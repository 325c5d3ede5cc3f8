import { readDate } from "./date.js";
import type { Field, ObjectDeclaration, VariantsDeclaration } from "./field.js";
import { decodeForeign, decodeForeignField } from "./foreign.js";
import { dependentMember, membersOf, newerMember, openMemberOf } from "./members.js";
import type { Mode } from "./mode.js";
import { camelName, namesOf } from "./names.js";
import { oncePerDeclaration } from "./once.js";
import { isNullable, isOptional, mayBeMissing, noteAbsentKeys } from "./presence.js";
import { note, type Trail } from "./trail.js";

// Converts the checked wire form to the client form. `around` is the object with the value.
export type Decode = (value: unknown, trail: Trail, around: object) => unknown;

const wireNames = namesOf("wire");

// Null if both forms are equal, so most values are only copied.
export function decoderOf(field: Field, mode: Mode): Decode | null {
  const { is } = field;
  switch (is.kind) {
    case "date":
      return decodeDate;
    case "choice":
      return mode === "strict" ? null : noteNewValues(is.values);
    case "literal":
      return is.isOpen && mode === "tolerant" ? noteNewValues(is.values) : null;
    case "list":
      return decodeList(decoderOf(is.of, mode));
    case "nullable":
    case "optional":
    case "laterNullable":
    case "laterAbsent":
      return decodePresent(decoderOf(is.of, mode));
    case "default":
      return decoderOf(is.of, mode);
    case "tree":
      return (value, trail, around) => decoderOf(is.of(), mode)?.(value, trail, around) ?? value;
    case "object":
      return objectDecoder(is, mode);
    case "variants":
      return variantsDecoder(is, mode);
    case "dependent":
      return (value, trail, around) => {
        const member = dependentMember(is, around, wireNames);
        if (member) return decoderOf(member, mode)?.(value, trail, around) ?? value;
        note(trail, "member");
        return decodeForeign(value);
      };
    default:
      return null;
  }
}

const decodeDate: Decode = (value) => (typeof value === "string" ? readDate(value) : value);

function decodePresent(decode: Decode | null): Decode | null {
  return decode && ((value, trail, around) => (value === null ? null : decode(value, trail, around)));
}

function noteNewValues(values: readonly unknown[]): Decode {
  const known: ReadonlySet<unknown> = new Set(values);
  return (value, trail) => {
    if (!known.has(value)) note(trail, "value");
    return value;
  };
}

function decodeList(decode: Decode | null): Decode | null {
  if (decode === null) return null;
  return (value, trail, around) =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => {
          trail.path.push(index);
          const decoded = decode(item, trail, around);
          trail.path.pop();
          return decoded;
        })
      : value;
}

const once = oncePerDeclaration<Decode>();

interface Place {
  readonly client: string;
  readonly decode: Decode | null;
  readonly fallback: boolean | undefined;
  /** Newer versions do not have the field at all. */
  readonly isDropped: boolean;
  /** Null against the contract is kept, and listed. */
  readonly listsNull: boolean;
  /** A key that is absent against the contract is null, and listed. */
  readonly listsAbsence: boolean;
}

// The value of an absent key.
function fallbackOf({ is }: Field): boolean | undefined {
  if (is.kind === "laterAbsent") return fallbackOf(is.of);
  return is.kind === "default" ? is.value : undefined;
}

function objectDecoder(is: ObjectDeclaration, mode: Mode): Decode {
  return once(is, mode, () => {
    const places = new Map(
      Object.entries(is.fields).map(([name, field]): [string, Place] => [
        name,
        {
          client: camelName(name),
          decode: decoderOf(field, mode),
          fallback: fallbackOf(field),
          isDropped: field.is.kind === "laterAbsent",
          listsNull: mayBeMissing(field, mode) && !isNullable(field),
          listsAbsence: mayBeMissing(field, mode) && !isOptional(field),
        },
      ]),
    );
    return decodeObject(places, mode);
  });
}

function decodeObject(places: ReadonlyMap<string, Place>, mode: Mode): Decode {
  const named = [...places];
  const withFallback = named.filter(([, { fallback }]) => fallback !== undefined);
  const taken = new Set(named.map(([, { client }]) => client));
  return (value, trail) => {
    const source = value as Readonly<Record<string, unknown>>;
    const decoded: Record<string, unknown> = {};
    const absent: string[] = [];
    for (const [wire, { client, decode, listsNull, listsAbsence }] of named) {
      const given = source[wire];
      if (given === undefined && !listsAbsence) continue;
      if (given === undefined) absent.push(wire);
      if (given === undefined || (given === null && listsNull)) {
        note(trail, "missing", wire);
        decoded[client] = null;
      } else if (decode === null) decoded[client] = given;
      else {
        trail.path.push(wire);
        decoded[client] = decode(given, trail, source);
        trail.path.pop();
      }
    }
    noteAbsentKeys(decoded, absent);
    const isNewer = mode === "tolerant" && decodeNewer(source, decoded, { places, taken, trail });
    for (const [wire, { client, fallback, isDropped }] of withFallback) {
      if (source[wire] === undefined && !(isDropped && isNewer)) decoded[client] = fallback;
    }
    return decoded;
  };
}

// Adds the undeclared fields; answers true if there were any.
function decodeNewer(
  source: Readonly<Record<string, unknown>>,
  decoded: Record<string, unknown>,
  known: { readonly places: ReadonlyMap<string, Place>; readonly taken: ReadonlySet<string>; readonly trail: Trail },
): boolean {
  const newer = Object.keys(source).filter((wire) => !known.places.has(wire));
  for (const wire of newer) {
    note(known.trail, "field", wire);
    decodeForeignField(decoded, known.taken, wire, source[wire]);
  }
  return newer.length > 0;
}

function variantsDecoder(is: VariantsDeclaration, mode: Mode): Decode {
  return once(is, mode, () => {
    const decodes = new Map(
      [...membersOf(is)].map(([value, member]) => [value, decoderOf(member, mode) ?? ((same: unknown) => same)]),
    );
    const open = openMemberOf(is);
    if (open && mode === "tolerant") {
      const others = decoderOf(open, mode);
      return (value, trail, around) => {
        const decode = decodes.get((value as Readonly<Record<string, unknown>>)[is.on]) ?? others;
        return decode ? decode(value, trail, around) : value;
      };
    }
    const newer = objectDecoder(newerMember(is), "tolerant");
    return (value, trail, around) => {
      const known = decodes.get((value as Readonly<Record<string, unknown>>)[is.on]);
      if (known) return known(value, trail, around);
      note(trail, "member", is.on);
      // The member's fields are as new as the member: a single finding is enough.
      return newer(value, { path: [], unknowns: [] }, around);
    };
  });
}
