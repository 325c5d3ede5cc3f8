import type { TolerantAttachedCustomField } from "../entities/custom-field.js";
import { dateFinding } from "./date-answer.js";
import type { Finding } from "./issue.js";
import { characterCount, isText } from "./text.js";

type CustomFieldQuestion = TolerantAttachedCustomField["customField"];
type AnswerRule = (answer: unknown) => Finding | null;

/** The rule for an answer; null for a type unknown to this version. */
export function answerRuleOf(question: CustomFieldQuestion): AnswerRule | null {
  switch (question.type) {
    case "text":
      return textRule(question.properties.minLength, question.properties.maxLength);
    case "number":
      return numberRule(question.properties.ge, question.properties.le);
    case "date": {
      const { properties } = question;
      return (answer) => dateFinding(answer, properties);
    }
    case "checkbox":
      return (answer) => (typeof answer === "boolean" ? null : { code: "not_a_boolean" });
    case "select":
      return selectRule(question.properties.options.map(({ value }) => value));
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
