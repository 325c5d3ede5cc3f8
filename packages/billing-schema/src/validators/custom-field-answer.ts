import type { TolerantAttachedCustomField } from "../entities/custom-field.js";
import { dateFinding } from "./date-answer.js";
import type { Finding } from "./issue.js";
import { characterCount, isText } from "./text.js";

type CustomFieldQuestion = NonNullable<TolerantAttachedCustomField["customField"]>;
type AnswerRule = (answer: unknown) => Finding | null;

/** The rule for an answer; null for a type unknown to this version, and for a select without its options. */
export function answerRuleOf(question: CustomFieldQuestion): AnswerRule | null {
  switch (question.type) {
    case "text":
      return textRule(question.properties?.minLength ?? undefined, question.properties?.maxLength ?? undefined);
    case "number":
      return numberRule(question.properties?.ge ?? undefined, question.properties?.le ?? undefined);
    case "date": {
      const { ge, le } = question.properties ?? {};
      const bounds = { ge: ge ?? undefined, le: le ?? undefined };
      return (answer) => dateFinding(answer, bounds);
    }
    case "checkbox":
      return (answer) => (typeof answer === "boolean" ? null : { code: "not_a_boolean" });
    case "select": {
      const options = question.properties?.options;
      return options ? selectRule(options.flatMap(({ value }) => value ?? [])) : null;
    }
    default:
      return null;
  }
}

function textRule(minimumLength: number | undefined, maximumLength: number | undefined): AnswerRule {
  return (answer) => {
    if (!isText(answer)) return { code: "not_text" };
    const count = characterCount(answer);
    if (minimumLength !== undefined && count < minimumLength) return { code: "too_short", minimumLength };
    if (maximumLength !== undefined && count > maximumLength) return { code: "too_long", maximumLength };
    return null;
  };
}

function numberRule(minimum: number | undefined, maximum: number | undefined): AnswerRule {
  return (answer) => {
    if (typeof answer !== "number" || !Number.isSafeInteger(answer)) return { code: "not_an_integer" };
    if (minimum !== undefined && answer < minimum) return { code: "too_small", minimum };
    if (maximum !== undefined && answer > maximum) return { code: "too_large", maximum };
    return null;
  };
}

function selectRule(options: readonly string[]): AnswerRule {
  return (answer) =>
    typeof answer === "string" && options.includes(answer) ? null : { code: "not_an_option", options };
}
