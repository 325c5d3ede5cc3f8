import { decoderOf } from "../decode.js";
import { encoderOf } from "../encode.js";
import type { Declaration } from "../field.js";
import { newTrail } from "../trail.js";
import { eitherOf } from "./issues.js";
import type { BodyDeclaration, ChangesDeclaration, KindsDeclaration, Part, RecordDeclaration } from "./part.js";
import { chosenIn, declarationIn, type Given, isGiven, keysOf, kindIn, placesOf, type Reading } from "./reading.js";

/** Converts a checked body from the form of `reading` to the other form. */
export function convert(part: Part, value: unknown, reading: Reading): unknown {
  const is = declarationIn(part, reading.isFirstVersion);
  if (is === null || value === null || value === undefined) return value;
  switch (is.kind) {
    case "list":
      return Array.isArray(value) ? value.map((item: unknown) => convert(is.of, item, reading)) : value;
    case "optional":
    case "nullable":
    case "bounded":
      return convert(is.of, value, reading);
    case "either": {
      const one = eitherOf(is.of, value, reading);
      return one ? convert(one, value, reading) : value;
    }
    case "null":
      return value;
    case "body":
      return isGiven(value) ? convertBody(is, value, reading) : value;
    case "record":
      return isGiven(value) ? convertRecord(is, value, reading) : value;
    case "kinds":
    case "changes": {
      const member = isGiven(value) ? memberIn(is, value, reading) : undefined;
      return member ? convert(member, value, reading) : value;
    }
    default:
      return convertLeaf(is, value, reading);
  }
}

function memberIn(is: KindsDeclaration | ChangesDeclaration, given: Given, reading: Reading): Part | undefined {
  return is.kind === "kinds" ? kindIn(is, given, reading).part : chosenIn(is, given, reading)[0]?.[0];
}

function convertLeaf(is: Declaration, value: unknown, { form }: Reading): unknown {
  const field = { is };
  if (form === "client") return encoderOf(field, "strict")?.(value, {}) ?? value;
  return decoderOf(field, "strict")?.(value, newTrail(), {}) ?? value;
}

function convertBody(is: BodyDeclaration, given: Given, reading: Reading): object {
  const other = reading.form === "client" ? "wire" : "client";
  const converted: Record<string, unknown> = {};
  for (const place of placesOf(is.parts, reading.isFirstVersion)) {
    const value = given[place[reading.form]];
    if (value !== undefined) converted[place[other]] = convert(place.part, value, reading);
  }
  return converted;
}

function convertRecord(is: RecordDeclaration, given: Given, reading: Reading): object {
  const known = placesOf(is.known, reading.isFirstVersion);
  const partAt = (key: string): Part => known.find(({ name }) => name === key)?.part ?? is.of;
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(keysOf(given).map((key) => [key, convert(partAt(key), given[key], reading)]));
}
