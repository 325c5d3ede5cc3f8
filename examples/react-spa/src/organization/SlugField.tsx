import { Field } from "../form/Field.tsx";
import { useSlugCheck } from "./use-slug-check.tsx";

interface SlugFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The organization's own slug, which is not checked. */
  readonly present?: string;
}

/** Checks during typing whether a slug is available. */
export function SlugField({ value, onChange, present }: SlugFieldProps) {
  const said = useSlugCheck(value, present);
  return (
    <Field
      name="slug"
      label="Slug"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      empty="Give it a slug, as in acme-inc."
      hint={<span aria-live="polite">{said}</span>}
    />
  );
}
