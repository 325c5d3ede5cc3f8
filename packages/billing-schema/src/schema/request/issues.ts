import { characterCount, isText } from "../../validators/text.js";
import { maxIssues, type SchemaIssue } from "../error.js";
import { camelName } from "../names.js";
import { leafIssue, notA } from "./leaf.js";
import type { BodyDeclaration, ChangesDeclaration, KindsDeclaration, Part, RecordDeclaration } from "./part.js";
import {
  chosenIn,
  declarationIn,
  type Given,
  isGiven,
  keysOf,
  kindIn,
  membersIn,
  namesIn,
  placesOf,
  type Reading,
} from "./reading.js";

type Issues = readonly SchemaIssue[];

const none: Issues = [];

/** The misfits and unknown fields of a body. */
export function issuesIn(part: Part, value: unknown, reading: Reading): Issues {
  const is = declarationIn(part, reading.isFirstVersion);
  // If this version lacks the field, the body around it reports an unknown field.
  if (is === null) return none;
  switch (is.kind) {
    case "optional":
      return value === undefined ? none : issuesIn(is.of, value, reading);
    case "nullable":
      return value === null ? none : issuesIn(is.of, value, reading);
    case "null":
      return issueOf(value === null ? null : notA("null", value));
    case "list":
      if (!Array.isArray(value)) return issueOf(notA("a list", value));
      return [...value].flatMap((item: unknown, index) => below(index, issuesIn(is.of, item, reading)));
    case "either":
      return issueOf(eitherOf(is.of, value, reading) ? null : notA(is.expected, value));
    case "bounded": {
      const issues = issuesIn(is.of, value, reading);
      return issues.length > 0 || is.accepts(value) ? issues : issueOf(notA(is.expected, value));
    }
    case "body":
    case "record":
    case "kinds":
    case "changes":
      if (!isGiven(value)) return issueOf(notA("a plain object", value));
      return issuesInObject(is, value, reading);
    default:
      return issueOf(leafIssue(is, value, reading.form));
  }
}

function issueOf(message: string | null): Issues {
  return message === null ? none : [{ path: [], message }];
}

/** Makes paths only for issues. */
function below(step: string | number, issues: Issues): Issues {
  return issues.length === 0 ? none : issues.map((issue) => ({ ...issue, path: [step, ...issue.path] }));
}

/** The first part that the value fits. */
export function eitherOf(parts: readonly Part[], value: unknown, reading: Reading): Part | undefined {
  return parts.find((part) => issuesIn(part, value, reading).length === 0);
}

type ObjectPart = BodyDeclaration | RecordDeclaration | KindsDeclaration | ChangesDeclaration;

function issuesInObject(is: ObjectPart, given: Given, reading: Reading): Issues {
  if (is.kind === "body") return issuesInBody(is, given, reading);
  if (is.kind === "record") return issuesInRecord(is, given, reading);
  return is.kind === "kinds" ? issuesOfKind(is, given, reading) : issuesOfChange(is, given, reading);
}

function issuesInBody(is: BodyDeclaration, given: Given, reading: Reading): Issues {
  const places = placesOf(is.parts, reading.isFirstVersion);
  const names = namesIn(is.parts, reading);
  const unknown = keysOf(given).filter((key) => !names.has(key));
  return [
    ...unknown.slice(0, maxIssues).flatMap((key) => below(key, issueOf(unknownText(is, key, reading)))),
    ...places.flatMap((place) => {
      const name = place[reading.form];
      return below(name, issuesIn(place.part, given[name], reading));
    }),
  ];
}

const inFirstVersion = "in the API of 2025-05";

/** For a name of another form or version, the message names the field's name here. */
function unknownText(is: BodyDeclaration, key: string, reading: Reading): string {
  const text = `is not a field of ${is.name}`;
  const canonical = Object.entries(is.parts).find(
    ([name, { is: part }]) =>
      [name, camelName(name)].includes(key) ||
      (part.kind === "renamed" && [part.before, camelName(part.before)].includes(key)),
  )?.[0];
  if (canonical === undefined) return text;
  const place = placesOf(is.parts, reading.isFirstVersion).find(({ name }) => name === canonical);
  return place ? `${text}, where it is ${place[reading.form]}` : `${text} ${inFirstVersion}`;
}

function issuesInRecord(is: RecordDeclaration, given: Given, reading: Reading): Issues {
  const keys = keysOf(given);
  if (keys.length > is.maxKeys) return issueOf(notA(`one with at most ${is.maxKeys} keys`, given));
  const known = placesOf(is.known, reading.isFirstVersion);
  return keys.flatMap((key) => {
    const part = known.find(({ name }) => name === key)?.part;
    if (part) return below(key, issuesIn(part, given[key], reading));
    const isKey = isText(key) && isWithin(characterCount(key), is);
    return below(key, [...issueOf(isKey ? null : keyText(is)), ...issuesIn(is.of, given[key], reading)]);
  });
}

const isWithin = (length: number, { maxKeyLength }: RecordDeclaration): boolean => length > 0 && length <= maxKeyLength;
const keyText = ({ maxKeyLength }: RecordDeclaration): string =>
  `is under a key that is not a text of ${Number.isFinite(maxKeyLength) ? `1 to ${maxKeyLength}` : "some"} characters`;

function issuesOfKind(is: KindsDeclaration, given: Given, reading: Reading): Issues {
  const { on, part } = kindIn(is, given, reading);
  if (part) return issuesIn(part, given, reading);
  const values = placesOf(is.members, reading.isFirstVersion).map(({ name }) => name);
  return below(on, issueOf(leafIssue({ kind: "choice", name: is.name, values }, given[on], reading.form)));
}

function issuesOfChange(is: ChangesDeclaration, given: Given, reading: Reading): Issues {
  const [chosen, ...others] = chosenIn(is, given, reading);
  if (chosen === undefined) {
    const names = membersIn(is, reading).flatMap(({ by }) => by);
    return issueOf(`has none of the fields of which ${is.name} needs one: ${names.join(", ")}`);
  }
  const [part, first] = chosen;
  if (others.length === 0) return issuesIn(part, given, reading);
  return others.flatMap(([, key]) => below(key, issueOf(`cannot be sent together with ${first}`)));
}
