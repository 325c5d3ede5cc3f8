import type { ReactElement } from "react";
import { CodeInput } from "../parts/CodeInput.js";
import { Form } from "../parts/Form.js";
import { type CodeFormOptions, useCodeForm } from "./use-code-form.js";

/** The properties of `CodeForm`. */
export interface CodeFormProps extends CodeFormOptions {
  readonly submit: string;
  readonly submitting: string;
}

/** A form for a code of a method. */
export function CodeForm({ submit, submitting, ...options }: CodeFormProps): ReactElement {
  const form = useCodeForm(options);
  const hasCells = form.field("code").inputProps.size !== undefined;
  return (
    <div className="kh-code">
      <Form form={form} control={hasCells ? CodeInput : undefined} submit={submit} submitting={submitting} />
    </div>
  );
}
