import { dateText } from "./date.js";
import type { Field, ObjectDeclaration, VariantsDeclaration } from "./field.js";
import { encodeForeign, encodeForeignField } from "./foreign.js";
import { dependentMember, membersOf, newerMember, openMemberOf } from "./members.js";
import type { Mode } from "./mode.js";
import { camelName } from "./names.js";
import { oncePerDeclaration } from "./once.js";
import { wasAbsent } from "./presence.js";

// Converts the checked client form to the wire form. `around` is the object with the value.
export type Encode = (value: unknown, around: object) => unknown;

// Null where both forms are equal.
export function encoderOf(field: Field, mode: Mode): Encode | null {
  const { is } = field;
  switch (is.kind) {
    case "date":
      return (value) => (value instanceof Date ? dateText(value) : value);
    case "list":
      return encodeList(encoderOf(is.of, mode));
    case "nullable":
    case "optional":
    case "laterNullable":
    case "laterAbsent":
      return encodePresent(encoderOf(is.of, mode));
    case "default":
      return encoderOf(is.of, mode);
    case "tree":
      return (value, around) => encoderOf(is.of(), mode)?.(value, around) ?? value;
    case "object":
      return objectEncoder(is, mode);
    case "variants":
      return variantsEncoder(is, mode);
    case "dependent":
      return (value, around) => {
        const member = dependentMember(is, around, camelName);
        return member ? (encoderOf(member, mode)?.(value, around) ?? value) : encodeForeign(value);
      };
    default:
      return null;
  }
}

function encodePresent(encode: Encode | null): Encode | null {
  return encode && ((value, around) => (value === null ? null : encode(value, around)));
}

function encodeList(encode: Encode | null): Encode | null {
  if (encode === null) return null;
  return (value, around) => (Array.isArray(value) ? value.map((item: unknown) => encode(item, around)) : value);
}

const once = oncePerDeclaration<Encode>();

function objectEncoder(is: ObjectDeclaration, mode: Mode): Encode {
  return once(is, mode, () => {
    const places = Object.entries(is.fields).map(
      ([wire, field]) => [wire, camelName(wire), encoderOf(field, mode)] as const,
    );
    const known = new Set(places.map(([, client]) => client));
    const taken = new Set(places.map(([wire]) => wire));
    return (value) => {
      const source = value as Readonly<Record<string, unknown>>;
      const encoded: Record<string, unknown> = {};
      for (const [wire, client, encode] of places) {
        const given = source[client];
        if (given === undefined || (given === null && wasAbsent(source, wire))) continue;
        encoded[wire] = encode === null || given === null ? given : encode(given, source);
      }
      if (mode === "strict") return encoded;
      for (const client of Object.keys(source)) {
        if (known.has(client) || source[client] === undefined) continue;
        encodeForeignField(encoded, taken, source, client);
      }
      return encoded;
    };
  });
}

function variantsEncoder(is: VariantsDeclaration, mode: Mode): Encode {
  return once(is, mode, () => {
    const on = camelName(is.on);
    const encodes = new Map(
      [...membersOf(is)].map(([value, member]) => [value, encoderOf(member, mode) ?? ((same: unknown) => same)]),
    );
    const open = openMemberOf(is);
    const newer = (open && encoderOf(open, mode)) ?? objectEncoder(newerMember(is), "tolerant");
    return (value, around) => (encodes.get((value as Readonly<Record<string, unknown>>)[on]) ?? newer)(value, around);
  });
}
