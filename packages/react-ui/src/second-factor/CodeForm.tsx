import type { ReactElement } from "react";
import { Form } from "../parts/Form.js";
import { type CodeFormOptions, useCodeForm } from "./use-code-form.js";

/** The properties of `CodeForm`. */
export interface CodeFormProps extends CodeFormOptions {
  readonly submit: string;
  readonly submitting: string;
}

/** A form for one code of a method. */
export function CodeForm({ submit, submitting, ...options }: CodeFormProps): ReactElement {
  const form = useCodeForm(options);
  return (
    <div className="kh-code">
      <Form form={form} submit={submit} submitting={submitting} />
    </div>
  );
}
