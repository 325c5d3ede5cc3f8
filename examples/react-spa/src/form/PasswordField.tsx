import { type ComponentProps, useState } from "react";
import { Field } from "./Field.tsx";

/** A password that can be shown. With `minLength` it shows the remaining characters of a new one. */
export function PasswordField({ minLength, ...field }: Omit<ComponentProps<typeof Field>, "type" | "end" | "hint">) {
  const [isShown, setShown] = useState(false);
  const [password, setPassword] = useState("");
  return (
    <Field
      {...field}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={password}
      onChange={(event) => setPassword(event.target.value)}
      hint={minLength && lengthHint(password, minLength)}
      end={
        <button
          type="button"
          className="reveal"
          aria-label={isShown ? "Hide password" : "Show password"}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </button>
      }
    />
  );
}

/** Counts as the server does: an emoji is one character. */
function lengthHint(password: string, minLength: number) {
  const length = [...password.normalize("NFKC")].length;
  if (length === 0) return `At least ${minLength} characters. A few words make a good one.`;
  if (length < minLength) return `${minLength - length} more to go.`;
  return <span className="good">Long enough.</span>;
}
