import type { AttachedCustomField, TolerantAttachedCustomField } from "../entities/custom-field.js";
import type { CustomFieldData } from "../schema/field.js";
import { answerRuleOf } from "./custom-field-answer.js";
import { issueAt, type ValidationIssue } from "./issue.js";
import { type Findings, type Validator, validatorOf } from "./validator.js";

/**
 * Checks the `custom_field_data` of a checkout by the custom fields attached to the product.
 *
 * - Absent, null and `""` are missing answers, as in an HTML form. A required field needs an answer, and a required
 *   checkbox needs `true`; `""` for another becomes null.
 * - text: a string; `minLength` and `maxLength` count Unicode code points.
 * - number: a safe integer, not a text, from `ge` to `le`.
 * - date: `2025-06-01`, or a date and time with an offset. A day is compared with the UTC days of `ge` and `le`
 *   (seconds since 1970), a time with the exact second.
 * - checkbox: a boolean. select: the value of an option.
 * - A type of a newer provider API: any valid value of `custom_field_data`, and the slug is in `unchecked`.
 *
 * Issues are in the order of the form, then the issues of unknown slugs.
 *
 * @example
 * const validator = customFieldDataValidator(checkout.attachedCustomFields);
 * const result = validator.validate({ "company-size": 12, terms: false });
 * if (!result.success) issuesByField(result).get("terms"); // [{ code: "required", … }]
 */
export function customFieldDataValidator(
  attachedFields: readonly (AttachedCustomField | TolerantAttachedCustomField)[],
): Validator<CustomFieldData> {
  const questions = [...attachedFields].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)).flatMap(questionOf);
  const slugs = new Set(questions.map(({ slug }) => slug));
  return validatorOf((given): Findings<CustomFieldData> => {
    const judged = questions.map((question) => judge(question, given.get(question.slug)));
    const unknown = [...given.keys()].filter((slug) => !slugs.has(slug));
    return {
      // Not by assignment: a slug may be `__proto__`.
      data: () => Object.fromEntries(judged.flatMap(({ answers }) => answers)),
      issues: [
        ...judged.flatMap(({ issues }) => issues),
        ...unknown.map((slug) => issueAt(slug, { code: "unknown_field" })),
      ],
      unchecked: judged.flatMap(({ unchecked }) => unchecked),
    };
  });
}

type Answer = CustomFieldData[string];

interface Question {
  readonly slug: string;
  readonly isRequired: boolean;
  readonly isCheckbox: boolean;
  readonly rule: ReturnType<typeof answerRuleOf>;
}

/** No question for a field without a slug: no answer can be given. */
function questionOf({ customField, required }: TolerantAttachedCustomField): readonly Question[] {
  if (typeof customField?.slug !== "string") return [];
  const { slug, type } = customField;
  return [{ slug, isRequired: required === true, isCheckbox: type === "checkbox", rule: answerRuleOf(customField) }];
}

interface Judgement {
  readonly answers: readonly (readonly [slug: string, answer: Answer])[];
  readonly issues: readonly ValidationIssue[];
  readonly unchecked: readonly string[];
}

const nothing: Judgement = { answers: [], issues: [], unchecked: [] };

function judge({ slug, isRequired, isCheckbox, rule }: Question, given: unknown): Judgement {
  const isUnanswered = given === undefined || given === null || given === "";
  if (isRequired && (isUnanswered || (isCheckbox && given === false))) {
    return { ...nothing, issues: [issueAt(slug, { code: "required" })] };
  }
  if (given === undefined) return nothing;
  if (isUnanswered) return { ...nothing, answers: [[slug, null]] };
  const finding = rule === null ? null : rule(given);
  if (finding !== null) return { ...nothing, issues: [issueAt(slug, finding)] };
  if (!isAnswer(given)) return { ...nothing, issues: [issueAt(slug, { code: "not_a_scalar" })] };
  return { ...nothing, answers: [[slug, given]], unchecked: rule === null ? [slug] : [] };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}
